package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Usage;

/** A failed attempt and its verdict. */
record FailedAttempt(Outcome.Failed outcome, Verdict verdict) {
    Failure failure() {
        return outcome.failure();
    }

    /** Returns a copy with another failure. */
    FailedAttempt with(Failure more) {
        return new FailedAttempt(new Outcome.Failed(more, outcome.usage(), outcome.transcript()), verdict);
    }

    /** Returns a copy with the usage of the whole call. */
    FailedAttempt using(Usage whole) {
        return new FailedAttempt(new Outcome.Failed(outcome.failure(), whole, outcome.transcript()), verdict);
    }

    /** Returns a copy that says why it is not retried, if the verdict's row has a reason. */
    FailedAttempt because() {
        Playbook.Row row = Playbook.row(verdict);
        if (row.because().isEmpty()) {
            return this;
        }
        return with(
                row.narrows()
                        ? failure().notRetried(row.because())
                        : failure().withDetail("not_retried", row.because()));
    }
}
