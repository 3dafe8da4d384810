package dev.airlock.runtime.recovery.journal;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryBench;
import dev.airlock.runtime.recovery.call.ForwardingTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The entries that recovery writes into a call's journal, and their order. */
class JournalTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String BUSY_ONCE = "[[exchange]]\nrespond = { status = 503, body = '{}' }\ntimes = 1\n" + OK;
    private static final ObjectNode GET = errandsOf("GET /messages");

    @TempDir
    Path temp;

    private final List<String> lines = new ArrayList<>();

    /** Adds a line for each entry, and refuses on request. */
    private class Notebook implements Journal {
        private Optional<Failure> unrecordable = Optional.empty();

        @Override
        public Optional<Failure> intend(ObjectNode args, String key) {
            lines.add("intend");
            return unrecordable;
        }

        @Override
        public void decide(RecoveryEvent event) {
            lines.add(event.wireName());
        }

        @Override
        public Optional<Failure> refusal(AuditId attempt) {
            return Optional.empty();
        }

        @Override
        public void attempted(Target target, Call attempt, Outcome outcome) {
            lines.add("attempt " + attempt.attempt() + " of " + target.op());
        }

        @Override
        public void end(Result result) {
            lines.add("end " + result.outcome().getClass().getSimpleName());
        }

        @Override
        public void abandon(Failure why) {
            lines.add("abandon " + why.details().get("reason"));
        }
    }

    @Test
    void hasTheIntentBeforeAnythingEachDecisionBeforeWhatFollowsFromItAndTheEndAfterAll() {
        try (RecoveryBench bench = new RecoveryBench(temp, BUSY_ONCE)) {
            bench.recoveries().run(call(bench.errands("")), new Notebook());

            assertThat(lines)
                    .containsExactly(
                            "intend",
                            "attempt 1 of run",
                            "failure_classified",
                            "retry_scheduled",
                            "retry_started",
                            "attempt 2 of run",
                            "end Succeeded");
        }
    }

    @Test
    void nothingIsCalledWhoseIntentIsRefused() {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            Notebook full = new Notebook();
            full.unrecordable = Optional.of(failure());

            Result result = bench.recoveries().run(call(bench.errands("")), full);

            assertThat(((Result.Failed) result).failure()).isEqualTo(full.unrecordable.get());
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void aTargetThatRefusesTheArgumentsIsNotAttemptedAndTheEndIsRecorded() {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            Result result = bench.recoveries().run(call(new Refusing(bench.errands(""))), new Notebook());

            assertThat(result.outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(lines).containsExactly("intend", "end Failed");
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void theArgumentsOfAFallbackAreLookedAtBeforeTheFirstAttempt() {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            StepDeclaration step = StepDeclaration.NONE.orElse(new Refusing(bench.errands("")), GET);

            bench.recoveries().run(call(bench.errands("")).with(step), new Notebook());

            assertThat(lines).containsExactly("intend", "end Failed");
        }
    }

    @Test
    void aListenerHearsOfADecisionOnceTheJournalHasIt() {
        Journal observed = new Notebook().and(event -> lines.add("heard " + event.wireName()));

        observed.decide(new RecoveryEvent.GaveUp(
                new RecoveryEvent.Subject(AuditId.random(), "local://tests/errands", "run"), "why not"));

        assertThat(lines).containsExactly("gave_up", "heard gave_up");
    }

    @Test
    void aReversalWhoseTokenCannotBeReadIsAbandoned() {
        try (RecoveryBench bench = new RecoveryBench(temp, OK)) {
            Recoveries recoveries = bench.recoveries();
            bench.store.close();

            assertThatThrownBy(() -> recoveries.reverse(
                            Recoveries.Reversal.of(AuditId.random(), "a mistake"),
                            token -> Optional.empty(),
                            new Cancellation(),
                            new Notebook()))
                    .isInstanceOf(StoreUnavailableException.class);
            assertThat(lines).containsExactly("intend", "abandon store_unavailable");
        }
    }

    private record Refusing(Target target) implements ForwardingTarget {
        @Override
        public Optional<Failure> refusal(AuditId call, ObjectNode args) {
            return Optional.of(failure());
        }
    }

    private static Failure failure() {
        return Failure.connectorRuntimeError(AuditId.random(), Reason.BAD_INPUT, "Not so.", Details.none());
    }

    private static RecoveryCall call(Target target) {
        return RecoveryCall.of(target, GET).from(CallSource.FOREGROUND);
    }
}
