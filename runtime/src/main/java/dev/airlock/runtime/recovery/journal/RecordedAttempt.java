package dev.airlock.runtime.recovery.journal;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/** Makes an attempt and records it in the call's journal. */
public final class RecordedAttempt {
    private RecordedAttempt() {}

    /** Makes the attempt unless the journal refuses it, and records its outcome. */
    public static Outcome make(Target target, Call attempt, Journal journal) {
        Optional<Failure> refusal = journal.refusal(attempt.auditId());
        if (refusal.isPresent()) {
            return Outcome.Failed.notMade(refusal.get());
        }
        Outcome outcome = target.attempt(attempt);
        journal.attempted(target, attempt, outcome);
        return outcome;
    }
}
