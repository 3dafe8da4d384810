package dev.airlock.runtime.recovery.result;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.sandbox.api.Usage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt at a call.
 *
 * @param number its number, from 1
 * @param auditId its id in the audit log
 * @param delay the pause before it
 * @param failure why it failed; empty if it did not fail
 * @param sideEffects the possible side effects of this attempt alone
 * @param onlyRead whether all its requests only read
 * @param usage the resources that it used
 */
public record Attempt(
        int number,
        AuditId auditId,
        Duration delay,
        Optional<Failure> failure,
        SideEffects sideEffects,
        boolean onlyRead,
        Usage usage) {
    /** Returns the attempt as {@code details.attempts} shows it. */
    public Map<String, Object> toDetails() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("number", number);
        failure.ifPresent(why -> {
            details.put("class", why.failureClass().wireName());
            describe(why.cause(), details);
        });
        details.put("request_sent", sideEffects.requestSent());
        details.put("effect", sideEffects.effect().wireName());
        details.put("delay_ms", delay.toMillis());
        details.put("audit_id", auditId.value());
        return details;
    }

    /** Adds the reason of a fault, or the status of an answer. */
    private static void describe(Cause cause, Map<String, Object> details) {
        if (cause instanceof Cause.AtConnector fault) {
            details.put("reason", fault.reason().wireName());
        } else if (cause instanceof Cause.Answered answered) {
            details.put("status", (long) answered.status());
        } else if (cause instanceof Cause.CircuitOpen open) {
            open.lastStatus().ifPresent(status -> details.put("status", (long) status));
        }
    }
}
