package dev.airlock.runtime.files;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import java.util.Optional;

/**
 * Checks that a loaded connector is still the one in its source, and still trusted. Called before each attempt at each call, so it must be
 * fast. Thread-safe.
 */
@FunctionalInterface
public interface IntegrityCheck {
    /** The check of a connector that was given as bytes. It always passes, whatever happens to the file that they came from. */
    IntegrityCheck NONE = call -> Optional.empty();

    /**
     * Returns why the connector must not be called any more: {@code hash_mismatch} if it was altered or removed, {@code signature_failure}
     * if its publisher is no longer trusted. Never throws.
     *
     * @param call the audit id of the failure
     */
    Optional<Failure> failure(AuditId call);
}
