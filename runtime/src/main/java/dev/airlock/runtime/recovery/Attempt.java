package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import dev.airlock.sandbox.Usage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt at a call.
 *
 * @param number from 1
 * @param auditId where the audit log keeps it
 * @param delay how long was waited before it
 * @param failure why it failed; empty if it did not
 * @param sideEffects what this attempt alone may have changed
 * @param onlyRead whether it asked for nothing but to be read
 * @param usage what it used
 */
public record Attempt(
        int number,
        AuditId auditId,
        Duration delay,
        Optional<Failure> failure,
        SideEffects sideEffects,
        boolean onlyRead,
        Usage usage) {
    /** The attempt as {@code details.attempts} shows it. */
    public Map<String, Object> toDetails() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("number", number);
        failure.ifPresent(why -> {
            details.put("class", why.failureClass().wireName());
            said(why.cause(), details);
        });
        details.put("request_sent", sideEffects.requestSent());
        details.put("effect", sideEffects.effect().wireName());
        details.put("delay_ms", delay.toMillis());
        details.put("audit_id", auditId.value());
        return details;
    }

    /** The reason of a fault, or the status that was answered. */
    private static void said(Cause cause, Map<String, Object> details) {
        if (cause instanceof Cause.AtConnector fault) {
            details.put("reason", fault.reason().wireName());
        } else if (cause instanceof Cause.Answered answered) {
            details.put("status", (long) answered.status());
        } else if (cause instanceof Cause.CircuitOpen open) {
            open.lastStatus().ifPresent(status -> details.put("status", (long) status));
        }
    }
}
