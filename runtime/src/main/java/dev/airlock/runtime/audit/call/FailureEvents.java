package dev.airlock.runtime.audit.call;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import java.util.List;

/** Converts a failure to events beside the outcome: a denial, a limit. */
public final class FailureEvents {
    private FailureEvents() {}

    public static List<AuditEvent> of(AuditSubject subject, Failure failure) {
        if (failure.cause() instanceof Cause.Denied denied) {
            return List.of(new AuditEvent.Denial(
                    subject, failure.boundary().wireName(), denied.requested(), denied.granted(), denied.fix()));
        }
        if (failure.cause() instanceof Cause.LimitReached reached) {
            return List.of(new AuditEvent.Limit(
                    subject,
                    reached.limit().wireName(),
                    reached.limit().aspect(),
                    reached.configured(),
                    reached.used()));
        }
        return failure.cause() instanceof Cause.HostBusy busy
                ? List.of(new AuditEvent.Limit(subject, "host_busy", "", busy.configured(), busy.used()))
                : List.of();
    }
}
