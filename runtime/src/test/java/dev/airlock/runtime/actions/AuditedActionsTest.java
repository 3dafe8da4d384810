package dev.airlock.runtime.actions;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.answers;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.errand;
import static dev.airlock.runtime.actions.ActionBench.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditTrail;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.sandbox.api.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of whole actions in the audit log, including refused ones. */
class AuditedActionsTest {
    @TempDir
    Path temp;

    /** Keeps its events, or accepts none. */
    private static final class Trail implements AuditTrail {
        private final List<AuditEvent> events = new ArrayList<>();
        private boolean takesNothing;

        @Override
        public WriteResult intent(AuditEvent.CallIntent intent) {
            return written(intent);
        }

        @Override
        public void note(AuditEvent event) {
            events.add(event);
        }

        @Override
        public WriteResult decision(AuditEvent.Decision decision) {
            return written(decision);
        }

        @Override
        public WriteResult outcome(AuditEvent.CallOutcome outcome) {
            return written(outcome);
        }

        @Override
        public AuditTrail without(Redactor secrets) {
            return this;
        }

        private List<AuditEvent> of(AuditId call) {
            return events.stream()
                    .filter(event -> event.subject().call().equals(call))
                    .toList();
        }

        private WriteResult written(AuditEvent event) {
            if (takesNothing) {
                return new WriteResult.Unrecorded("The disk is full.");
            }
            events.add(event);
            return new WriteResult.Recorded(events.size(), "");
        }
    }

    @Test
    void anActionIsOneCallWithItsOwnAuditId() {
        Trail trail = new Trail();
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = audited(bench, trail)) {
            ActionOutcome outcome = runner.run(ActionCall.of(bench.action(echoes("one", "")), json("{}")));

            assertThat(trail.of(outcome.auditId())).hasSize(2).allSatisfy(event -> {
                assertThat(event.subject().op()).isEqualTo("test");
                assertThat(event.subject().actor()).isEqualTo("agent-7");
            });
            assertThat(outcome.audited()).isTrue();
        }
    }

    @Test
    void aStepIsACallOfItsOwnWithTheConnectorThatTheActionPins() {
        Trail trail = new Trail();
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = audited(bench, trail)) {
            ActionOutcome outcome = runner.run(ActionCall.of(bench.action(echoes("one", "")), json("{}")));

            AuditId step = outcome.steps().get(0).auditId().orElseThrow();
            assertThat(trail.of(step))
                    .extracting(event -> event.kind().wireName())
                    .containsExactly("call_intent", "attempt", "call_outcome");
            assertThat(trail.of(step)).allSatisfy(event -> {
                assertThat(event.subject().actor()).isEqualTo("agent-7");
                assertThat(event.subject().connector().hash()).startsWith("sha256:");
            });
        }
    }

    @Test
    void theAttemptOfAFallbackNamesTheFallbacksConnector() {
        Trail trail = new Trail();
        try (ActionBench bench = new ActionBench(temp, answers("/a", 404));
                ActionRunner runner = audited(bench, trail)) {
            Action action = bench.action(
                    errand("one", "GET", "/a", "fallback = { connector = \"local://tests/echo\", op = \"other\" }\n"));

            ActionOutcome outcome = runner.run(ActionCall.of(action, json("{}")));

            assertThat(trail.of(outcome.steps().get(0).auditId().orElseThrow()))
                    .filteredOn(AuditEvent.Attempt.class::isInstance)
                    .extracting(event -> event.subject().connector().hash())
                    .containsExactlyInAnyOrderElementsOf(action.connectors().stream()
                            .map(Action.RequiredConnector::hash)
                            .toList());
        }
    }

    @Test
    void aDeniedActionIsADenialUnderTheFailuresAuditId() {
        Trail trail = new Trail();
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = audited(bench, trail)) {
            ActionOutcome outcome = runner.run(ActionCall.of(
                    bench.action("[approval]\nrequired = true\n" + errand("one", "POST", "/a", "")), json("{}")));

            Failure failure = ((Outcome.Failed) outcome.outcome()).failure();
            assertThat(trail.events)
                    .extracting(event -> event.kind().wireName())
                    .containsExactly("call_intent", "denial", "call_outcome");
            assertThat(trail.events)
                    .allSatisfy(event -> assertThat(event.subject().call()).isEqualTo(failure.auditId()));
        }
    }

    @Test
    void anActionThatCannotBeRecordedIsNotRun() {
        Trail trail = new Trail();
        trail.takesNothing = true;
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = audited(bench, trail)) {
            ActionOutcome outcome =
                    runner.run(ActionCall.of(bench.action(errand("one", "POST", "/a", "")), json("{}")));

            assertThat(((Outcome.Failed) outcome.outcome()).failure().details())
                    .containsEntry("reason", "audit_unavailable");
            assertThat(outcome.audited()).isFalse();
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    private static ActionRunner audited(ActionBench bench, Trail trail) {
        return bench.runner(builder -> builder.audit(new AuditedCalls(trail, ArgumentPolicy.SHAPE), "agent-7"));
    }
}
