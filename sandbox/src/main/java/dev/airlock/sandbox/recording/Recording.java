package dev.airlock.sandbox.recording;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.Ending;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt of a call, as it was. Holds no secret that the call knew.
 *
 * @param asked what was asked of the connector
 * @param limits the limits that held, each in its unit
 * @param captured what a reactor's initialization was told when it was loaded; empty for any other
 * @param events what the guest asked and was told, in order
 * @param end what came of it
 */
public record Recording(
        Asked asked, Map<LimitName, Long> limits, List<HostEvent> captured, List<HostEvent> events, End end) {
    /** Copies what is handed over. */
    public Recording {
        limits = Map.copyOf(limits.isEmpty() ? Map.of() : new EnumMap<>(limits));
        captured = List.copyOf(captured);
        events = List.copyOf(events);
    }

    /** What was asked; as {@code dev.airlock.sandbox.Call} says it. */
    public record Asked(AuditId auditId, String op, ObjectNode args, String idempotencyKey, int attempt) {}

    /**
     * What came of it.
     *
     * @param outcome {@code {"output":…}}, with {@code "errors"} if it is partial, {@code {"error":…}} or {@code
     *     {"cancelled":true}}
     * @param fuel units that it used
     * @param memoryPeakBytes the most linear memory it had
     * @param cut how the host ended it from outside while guest code ran, which no repetition comes to by itself
     * @param isComplete whether everything was noted
     * @param isRedacted whether a secret was taken out of what the guest itself said, so that a repetition may use other fuel
     */
    public record End(
            ObjectNode outcome,
            long fuel,
            long memoryPeakBytes,
            Optional<Ending.ByHost> cut,
            boolean isComplete,
            boolean isRedacted) {}
}
