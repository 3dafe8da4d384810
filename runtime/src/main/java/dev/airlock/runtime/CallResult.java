package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Outcome;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of a call.
 *
 * @param connector the connector's name
 * @param op the operation
 * @param auditId the call's id in the audit log
 * @param result the result after recovery: which connector gave it, the attempts, and the possible side effects
 * @param audited whether the audit log has the outcome. If not, the outcome is still true, and later calls are refused until it could be
 *     written
 * @param reversible whether {@link Airlock#reverse} can undo the call, once
 */
public record CallResult(
        String connector, String op, AuditId auditId, Result result, boolean audited, boolean reversible) {
    /** Returns the outcome: output, failure or cancellation, with the call's usage and log lines. */
    public Outcome outcome() {
        return result.outcome();
    }

    /** Returns the connector's output; empty if it failed or was cancelled. */
    public Optional<ObjectNode> output() {
        return outcome() instanceof Outcome.Succeeded succeeded ? Optional.of(succeeded.output()) : Optional.empty();
    }

    /** Returns the failure; empty if the call did not fail. */
    public Optional<Failure> failure() {
        return outcome() instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
    }

    /** Returns whether the call was made but its outcome is missing from the audit log. The outcome is still true. */
    public boolean isUnrecorded() {
        boolean isRefusedByTheLog = result.attempts().isEmpty()
                && failure().map(Failure::cause).orElse(null) instanceof Cause.Faulty faulty
                && faulty.reason() == Reason.AUDIT_UNAVAILABLE;
        return !audited && !isRefusedByTheLog;
    }

    /** Returns when an earlier call with the same key had this result, so that nothing was done now; empty if this call was made. */
    public Optional<Instant> recorded() {
        return result.recorded();
    }

    /** Returns the declared fallback that gave the result, if another connector did. */
    public Optional<Result.Substitute> fallback() {
        return result instanceof Result.Succeeded succeeded ? succeeded.fallback() : Optional.empty();
    }
}
