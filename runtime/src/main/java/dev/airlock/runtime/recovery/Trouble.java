package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Usage;

/** An attempt that failed, and what that means. */
record Trouble(Outcome.Failed outcome, Verdict verdict) {
    Failure failure() {
        return outcome.failure();
    }

    /** The same with something added to the failure. */
    Trouble with(Failure more) {
        return new Trouble(new Outcome.Failed(more, outcome.usage(), outcome.transcript()), verdict);
    }

    /** The same with what the whole call used. */
    Trouble using(Usage whole) {
        return new Trouble(new Outcome.Failed(outcome.failure(), whole, outcome.transcript()), verdict);
    }

    /** The same, which says why it is not tried again if the verdict's row does. */
    Trouble because() {
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
