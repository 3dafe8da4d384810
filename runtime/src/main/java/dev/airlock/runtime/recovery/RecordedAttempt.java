package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.util.Optional;

/** Makes an attempt and records it in the call's journal. */
final class RecordedAttempt {
    private RecordedAttempt() {}

    /** Makes the attempt unless the journal refuses it, and records its outcome. */
    static Outcome make(Target target, Call attempt, Journal journal) {
        Optional<Failure> refusal = journal.refusal(attempt.auditId());
        if (refusal.isPresent()) {
            return Outcome.Failed.notMade(refusal.get());
        }
        Outcome outcome = target.attempt(attempt);
        journal.attempted(target, attempt, outcome);
        return outcome;
    }
}
