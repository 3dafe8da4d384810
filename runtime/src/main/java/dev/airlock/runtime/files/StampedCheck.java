package dev.airlock.runtime.files;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import java.util.Optional;

/** Runs a check only if the stamps of the files have changed since the last check that passed. */
final class StampedCheck implements IntegrityCheck {
    private final IntegrityCheck whole;
    private volatile FileStamps known;

    StampedCheck(FileStamps before, IntegrityCheck whole) {
        this.known = before;
        this.whole = whole;
    }

    @Override
    public Optional<Failure> failure(AuditId call) {
        if (!known.mayHaveChanged()) {
            return Optional.empty();
        }
        FileStamps now = known.again();
        Optional<Failure> failure = whole.failure(call);
        if (failure.isEmpty()) {
            known = now;
        }
        return failure;
    }
}
