package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
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
 */
public record Attempt(int number, AuditId auditId, Duration delay, Optional<Failure> failure) {
    /** The attempt as {@code details.attempts} shows it. */
    public Map<String, Object> toDetails() {
        Map<String, Object> details = new LinkedHashMap<>();
        failure.ifPresent(why -> {
            details.put("class", why.failureClass().wireName());
            Object status = why.details().get("status");
            if (status != null) {
                details.put("status", status);
            }
        });
        details.put("delay_ms", delay.toMillis());
        details.put("audit_id", auditId.value());
        return details;
    }
}
