package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.audit.event.AuditEvent;
import java.util.EnumSet;
import java.util.Set;

/**
 * The change that would have let a call pass, from its caller's failure. Proposes a limit only where the log has the whole amount that the
 * call needed; for a call that was stopped halfway, the rest is unknown.
 */
final class ExplanationChange {
    /** Limits whose amounts are known before anything runs, so that the log has the whole amount. */
    private static final Set<LimitName> KNOWN_BEFORE = EnumSet.of(LimitName.STDIN, LimitName.FUNCTIONS);

    /** The multiple of the limit above which arguments are not assembled, so that only a lower bound of their length is known. */
    private static final long FAR_TOO_LONG = 4;

    private ExplanationChange() {}

    /** Returns the change, from the details of a call's outcome; empty if none is known. */
    static String of(JsonNode outcome) {
        JsonNode failure = outcome.path("failure");
        String ending = outcome.path("ending").asText();
        if (ending.equals(AuditEvent.Ending.NOT_MADE.wireName()) && failure.isMissingNode()) {
            return "Make sure that no other process locks the audit log, that its disk has space, and that the machine is not"
                    + " overloaded; then call again.";
        }
        JsonNode details = failure.path("details");
        return FailureClass.ofWireName(failure.path("class").asText())
                .map(of -> switch (of) {
                    case CAPABILITY_DENIED -> details.path("fix").asText();
                    case RESOURCE_LIMIT_EXCEEDED -> limit(details);
                    default -> details.path("suggestion").asText();
                })
                .orElse("");
    }

    private static String limit(JsonNode details) {
        long used = details.path("used").asLong();
        return LimitName.ofWireName(details.path("limit").asText()).stream()
                .filter(name -> name.aspect().equals(details.path("aspect").asText()))
                .filter(name -> isWhole(name, details.path("configured").asLong(), used))
                .map(LimitRule::of)
                .filter(rule -> used <= rule.ceiling())
                .map(rule -> "[limits]\n" + rule.line(used))
                .findFirst()
                .orElse("");
    }

    /** Returns whether the amount is everything that the call needs, and more than its limit. */
    static boolean isWhole(LimitName name, long configured, long used) {
        return KNOWN_BEFORE.contains(name) && used > configured && used / FAR_TOO_LONG <= configured;
    }
}
