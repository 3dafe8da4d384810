package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.runtime.audit.store.AuditStore;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    void ofALimitNamesItAndTheLeastThatWouldHaveBeenEnough() {
        Explanation explanation = explain(Logs::outOfFuel);

        assertThat(explanation.steps()).containsExactly("limit fuel: 1000000 in force, 1000001 used or asked for");
        assertThat(explanation.change()).isEqualTo("[limits]\nfuel = 1000001");
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
        log.note(new AuditEvent.Attempt(subject, 1, Optional.of(missing)));
        log.outcome(Logs.success(subject));

        assertThat(Explanation.of(log.archive().find(subject.call().value())).change())
                .isEmpty();
    }

    @Test
    void ofAFailureOutsideTellsAttemptsHopsAndDecisionsInOrder() {
        log.intent(Logs.intent(subject));
        log.note(new AuditEvent.Exchange(subject, "POST", "slack.com:443/api", 0, true, 307, "", 10, 0, 30));
        log.note(new AuditEvent.Exchange(subject, "POST", "slack.com:443/v2", 1, false, 0, "dns", 0, 0, 5));
        log.note(new AuditEvent.Attempt(subject, 1, Optional.of(Logs.dns(subject.id()))));
        log.note(new AuditEvent.Decision(subject, 1, "transient", "retry"));
        log.note(new AuditEvent.Recovery(subject, "gave_up", "the budget is used up"));
        log.outcome(Logs.failure(subject, Logs.dns(subject.id())));

        assertThat(Explanation.of(log.archive().find(subject.call().value())))
                .isEqualTo(new Explanation(
                        "send of github://acme/slack failed: network_error at external. The name slack.com did not"
                                + " resolve.",
                        java.util.List.of(
                                "POST slack.com:443/api answered 307; the request had gone out",
                                "POST slack.com:443/v2 (redirect 1) broke: dns; nothing was sent",
                                "attempt 1: network_error",
                                "attempt 1 was classified as transient, so: retry",
                                "gave_up: the budget is used up"),
                        ""));
    }

    @Test
    void ofACallWithoutAnOutcomeSaysSo() {
        log.intent(Logs.intent(subject));

        assertThat(Explanation.of(log.archive().find(subject.call().value())).ending())
                .startsWith("The log has no outcome: the call still runs, or its process was ended.");
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
                        "This is no call, but something else that the log keeps.",
                        java.util.List.of("3 records were removed for their age, up to number 7"),
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
