package dev.airlock.runtime.audit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.Logs;
import dev.airlock.runtime.audit.call.FailureEvents;
import dev.airlock.runtime.audit.call.OutcomeRemarks;
import dev.airlock.runtime.audit.call.UsageJson;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditKind;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.sqlite.StoreProblem;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplanationTest {
    private final AuditLog log =
            AuditLog.builder(AuditStore.inMemory(), CheckpointKey.ephemeral()).build();
    private final AuditSubject subject = Logs.subject();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void ofADenialNamesTheGrantAndTheLineToAdd() {
        Explanation explanation = explain(Logs::denied);

        assertThat(explanation.ending())
                .startsWith(
                        "send of github://acme/slack failed: capability_denied at sandbox. The connector asked for");
        assertThat(explanation.steps())
                .containsExactly("denied at sandbox: asked for evil.example:443; granted: slack.com:443");
        assertThat(explanation.change()).isEqualTo("hosts = [\"slack.com:443\", \"evil.example:443\"]");
    }

    @Test
    void ofALimitThatStoppedACallOnItsWayProposesNothing() {
        Explanation explanation = explain(Logs::outOfFuel);

        assertThat(explanation.steps())
                .containsExactly(
                        "limit fuel: 1000000 available, 1000001 used or asked for; the total amount" + " is not known");
        assertThat(explanation.change()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(LimitName.class)
    void neverProposesALimitThatIsInForce(LimitName limit) {
        for (long used : new long[] {4_999, 5_000, 5_001, 20_000, limit.ceiling() + 1}) {
            String change = explain(id -> Failure.resourceLimitExceeded(id, limit, 5_000, used))
                    .change();

            assertThat(change)
                    .satisfiesAnyOf(
                            none -> assertThat(none).isEmpty(),
                            line -> assertThat(used > 5_000
                                            && line.equals("[limits]\n"
                                                    + LimitRule.of(limit).line(used)))
                                    .isTrue());
        }
    }

    @Test
    void ofArgumentsThatAreTooLongProposesWhatTheyTake() {
        Explanation explanation = explain(id -> Failure.resourceLimitExceeded(id, LimitName.STDIN, 1_000, 1_234));

        assertThat(explanation.steps()).containsExactly("limit stdin: 1000 available, 1234 used or asked for");
        assertThat(explanation.change()).isEqualTo("[limits]\nstdin = \"1234\"");
    }

    @Test
    void ofACancelledCallSaysWhatAirlockBrokeOffAndWhatMayHaveChanged() {
        log.intent(Logs.intent(subject));
        log.note(new AuditEvent.Exchange(
                subject, "POST", "slack.com:443/api", 0, true, 0, AuditEvent.Exchange.ENDED_WITH_CALL, 2, 0, 900));
        log.note(new AuditEvent.Attempt(subject, 1, AuditEvent.Ending.CANCELLED, Optional.empty()));
        log.note(new AuditEvent.Cancellation(subject));
        Outcome.Cancelled cancelled = new Outcome.Cancelled(SideEffects.UNKNOWN, Usage.none(0), Transcript.EMPTY);
        log.outcome(new AuditEvent.CallOutcome(
                subject,
                AuditEvent.Ending.CANCELLED,
                UsageJson.of(cancelled.usage()),
                Optional.empty(),
                OutcomeRemarks.of(cancelled)));

        Explanation explanation =
                Explanation.of(log.archive().find(subject.call().value()));

        assertThat(explanation.ending()).isEqualTo("send of github://acme/slack was cancelled by its caller.");
        assertThat(explanation.steps())
                .containsExactly(
                        "POST slack.com:443/api was cut off by the end of the call; the request was sent",
                        "attempt 1: cancelled",
                        "the caller cancelled it");
        assertThat(explanation.effects()).isEqualTo(new RecordedEffects(Optional.of("uncertain"), Optional.of(true)));
        assertThat(explanation.effects().sentence())
                .isEqualTo("A request was sent; the call may have changed something there, and repeating it might do it"
                        + " twice.");
        assertThat(explanation.change()).isEmpty();
        assertThat(log.archive().calls(RecordFilter.ALL).get(0).effects()).isEqualTo(explanation.effects());
    }

    @Test
    void ofAnAttemptInALogOfAnEarlierVersionSaysNoMoreThanIsKnown() {
        ObjectNode older = JsonNodeFactory.instance.objectNode().put("attempt", 2);

        assertThat(ExplanationSteps.of(AuditKind.ATTEMPT.wireName(), older))
                .containsExactly("attempt 2: ended without a failure");
    }

    @Test
    void proposesNothingForAnAttemptThatWasNotTheLast() {
        log.intent(Logs.intent(subject));
        FailureEvents.of(subject, Logs.denied(subject.id())).forEach(log::note);
        log.outcome(Logs.failure(subject, Logs.dns(subject.id())));

        assertThat(Explanation.of(log.archive().find(subject.call().value())).change())
                .isEmpty();
    }

    @Test
    void ofACallWhoseStoreCouldNotBeUsedNamesThatAndNotTheLog() {
        log.outcome(new AuditEvent.CallOutcome(
                subject,
                AuditEvent.Ending.NOT_MADE,
                RedactedJson.empty(),
                Optional.of(Failure.connectorRuntimeError(
                        subject.id(),
                        Reason.STORE_UNAVAILABLE,
                        "The call was not made. " + StoreUnavailableException.sentences(StoreProblem.BUSY),
                        Details.none()))));

        Explanation explanation =
                Explanation.of(log.archive().find(subject.call().value()));

        assertThat(explanation.ending())
                .endsWith("Recovery's database is locked by another process. Try again in a moment.");
        assertThat(explanation.ending() + explanation.change()).doesNotContain("audit log");
    }

    @Test
    void ofALimitBeyondItsCeilingHasNoChange() {
        assertThat(explain(id -> Failure.resourceLimitExceeded(id, LimitName.MEMORY, 1L << 30, (1L << 30) + 65_536))
                        .change())
                .isEmpty();
    }

    @Test
    void ofAMissingBindingSaysHowToMakeOne() {
        assertThat(explain(id -> Failure.bindingRequired(
                                id, "github://acme/slack", "bearer", "Run airlock binding setup."))
                        .change())
                .isEqualTo("Run airlock binding setup.");
    }

    @Test
    void ofACallThatSucceededAfterAllAsksForNoChange() {
        log.intent(Logs.intent(subject));
        Failure missing =
                Failure.bindingRequired(subject.id(), "github://acme/slack", "bearer", "Run airlock binding setup.");
        log.note(new AuditEvent.Attempt(subject, 1, AuditEvent.Ending.FAILED, Optional.of(missing)));
        log.outcome(Logs.success(subject));

        assertThat(Explanation.of(log.archive().find(subject.call().value())).change())
                .isEmpty();
    }

    @Test
    void ofAFailureOutsideTellsAttemptsHopsAndDecisionsInOrder() {
        log.intent(Logs.intent(subject));
        log.note(new AuditEvent.Exchange(subject, "POST", "slack.com:443/api", 0, true, 307, "", 10, 0, 30));
        log.note(new AuditEvent.Exchange(subject, "POST", "slack.com:443/v2", 1, false, 0, "dns", 0, 0, 5));
        log.note(new AuditEvent.Attempt(subject, 1, AuditEvent.Ending.FAILED, Optional.of(Logs.dns(subject.id()))));
        log.note(new AuditEvent.Decision(subject, 1, "transient", "retry"));
        log.note(new AuditEvent.Recovery(subject, "gave_up", "the budget is used up"));
        log.outcome(Logs.failure(subject, Logs.dns(subject.id())));

        assertThat(Explanation.of(log.archive().find(subject.call().value())))
                .isEqualTo(new Explanation(
                        "send of github://acme/slack failed: network_error at external. The name slack.com did not"
                                + " resolve. Nothing was sent.",
                        java.util.List.of(
                                "POST slack.com:443/api answered 307; the request was sent",
                                "POST slack.com:443/v2 (redirect 1) broke: dns; nothing was sent",
                                "attempt 1: network_error",
                                "attempt 1 was classified as transient, so: retry",
                                "gave_up: the budget is used up"),
                        new RecordedEffects(Optional.of("none"), Optional.of(false)),
                        ""));
    }

    @Test
    void ofACallWithoutAnOutcomeSaysSo() {
        log.intent(Logs.intent(subject));

        assertThat(Explanation.of(log.archive().find(subject.call().value())).ending())
                .startsWith("The log has no outcome: the call still runs, or its process was killed.");
    }

    @Test
    void ofACallThatWasNotMadeSaysWhatToDo() {
        log.outcome(new AuditEvent.CallOutcome(
                subject, AuditEvent.Ending.NOT_MADE, RedactedJson.empty(), Optional.empty()));

        Explanation explanation =
                Explanation.of(log.archive().find(subject.call().value()));

        assertThat(explanation.ending()).startsWith("send of github://acme/slack was not made, and nothing was sent");
        assertThat(explanation.change()).endsWith("then call again.");
    }

    @Test
    void ofWhatIsNoCallSaysSo() {
        log.record(new AuditEvent.Retention(subject, 7, 3));

        assertThat(Explanation.of(log.archive().find(subject.call().value())))
                .isEqualTo(new Explanation(
                        "This record is not a call, but another kind of entry.",
                        java.util.List.of("3 records were removed for their age, up to number 7"),
                        RecordedEffects.UNTOLD,
                        ""));
    }

    private Explanation explain(Function<AuditId, Failure> failed) {
        Failure failure = failed.apply(subject.call());
        log.intent(Logs.intent(subject));
        FailureEvents.of(subject, failure).forEach(log::note);
        log.outcome(Logs.failure(subject, failure));
        return Explanation.of(log.archive().find(subject.call().value()));
    }
}
