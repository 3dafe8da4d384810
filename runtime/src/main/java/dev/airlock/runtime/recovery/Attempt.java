package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
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
            Map<String, Object> told = why.details();
            details.put("class", why.failureClass().wireName());
            copy("reason", told, details);
            copy("status", told, details);
        });
        details.put("request_sent", sideEffects.requestSent());
        details.put("effect", sideEffects.effect().wireName());
        details.put("delay_ms", delay.toMillis());
        details.put("audit_id", auditId.value());
        return details;
    }

    private static void copy(String key, Map<String, Object> from, Map<String, Object> to) {
        Object value = from.get(key);
        if (value != null) {
            to.put(key, value);
        }
    }
}
