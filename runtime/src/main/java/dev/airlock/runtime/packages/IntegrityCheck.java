package dev.airlock.runtime.packages;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.files.FileStamps;
import java.util.Optional;

/**
 * Whether a connector that was loaded is still what lies where it came from, and still trusted. Asked before each attempt of each call,
 * so it has to be quick. Thread-safe.
 */
@FunctionalInterface
public interface IntegrityCheck {
    /** The check of what was given as bytes: it is what it is, whatever becomes of the file that they came from. */
    IntegrityCheck NONE = call -> Optional.empty();

    /**
     * Why the connector must not be called any more: {@code hash_mismatch} if it was altered or removed, {@code signature_failure} if
     * its publisher is no longer trusted. Never throws.
     *
     * @param call the audit id of the failure
     */
    Optional<Failure> failure(AuditId call);

    /**
     * A check that looks at the stamps of files, and at the files themselves where a stamp moved.
     *
     * @param before the stamps of the files, taken before the connector was read from them
     * @param whole reads and hashes everything
     */
    static IntegrityCheck stamped(FileStamps before, IntegrityCheck whole) {
        return new StampedCheck(before, whole);
    }
}
