package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.sandbox.Outcome;
import java.time.Instant;
import java.util.Optional;

/**
 * What a call came to.
 *
 * @param connector the connector's name
 * @param op the operation
 * @param auditId where the audit log keeps the call
 * @param result what it came to after everything that was done for it: who gave the result, what was tried, what may have changed
 * @param audited whether the audit log has the outcome; if not it is true all the same, and later calls are refused until it could
 *     be written
 * @param reversible whether {@link Airlock#reverse} can undo it, once
 */
public record CallResult(
        String connector, String op, AuditId auditId, Result result, boolean audited, boolean reversible) {
    /** The result, the failure, or that it was cancelled, with what the call used and what was logged. */
    public Outcome outcome() {
        return result.outcome();
    }

    /** What the connector gave; empty if it failed or was cancelled. */
    public Optional<ObjectNode> output() {
        return outcome() instanceof Outcome.Succeeded succeeded ? Optional.of(succeeded.output()) : Optional.empty();
    }

    /** Why it failed; empty if it did not. */
    public Optional<Failure> failure() {
        return outcome() instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
    }

    /** Whether the call was made, and the audit log has not what it came to: that is true all the same. */
    public boolean isUnrecorded() {
        boolean isRefusedByTheLog = result.attempts().isEmpty()
                && failure().map(Failure::cause).orElse(null) instanceof Cause.Faulty faulty
                && faulty.reason() == Reason.AUDIT_UNAVAILABLE;
        return !audited && !isRefusedByTheLog;
    }

    /** When an earlier call with the same key came to this, so that nothing was done now; empty if this call was made. */
    public Optional<Instant> recorded() {
        return result.recorded();
    }

    /** Whether another connector, a declared fallback, gave the result. */
    public Optional<Result.Substitute> fallback() {
        return result instanceof Result.Succeeded succeeded ? succeeded.fallback() : Optional.empty();
    }
}
