package dev.airlock.runtime.audit;

import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import java.util.List;
import java.util.Map;

/** What a failure is a record of, beside the outcome: a denial, a limit. */
final class FailureEvents {
    private FailureEvents() {}

    static List<AuditEvent> of(AuditSubject subject, Failure failure) {
        Map<String, Object> details = failure.details();
        if (failure.failureClass() == FailureClass.CAPABILITY_DENIED) {
            return List.of(new AuditEvent.Denial(
                    subject,
                    failure.boundary().wireName(),
                    text(details, "requested"),
                    ((List<?>) details.getOrDefault("granted", List.of()))
                            .stream().map(Object::toString).toList(),
                    text(details, "fix")));
        }
        if (failure.failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED) {
            return List.of(new AuditEvent.Limit(
                    subject,
                    text(details, "limit"),
                    text(details, "aspect"),
                    number(details, "configured"),
                    number(details, "used")));
        }
        return List.of();
    }

    private static String text(Map<String, Object> details, String key) {
        return details.getOrDefault(key, "").toString();
    }

    private static long number(Map<String, Object> details, String key) {
        return details.get(key) instanceof Long number ? number : 0;
    }
}
