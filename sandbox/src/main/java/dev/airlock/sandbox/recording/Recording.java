package dev.airlock.sandbox.recording;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.Termination;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt of a call as it happened. Holds no secret that the call knew.
 *
 * @param asked the request to the connector
 * @param limits the limits that applied, each in its unit
 * @param captured the answers to a reactor's initialization when it was loaded; empty for any other
 * @param events the guest's questions with their answers, in order
 * @param end the result
 */
public record Recording(
        Asked asked, Map<LimitName, Long> limits, List<HostEvent> captured, List<HostEvent> events, End end) {
    /** Copies the arguments. */
    public Recording {
        limits = Map.copyOf(limits.isEmpty() ? Map.of() : new EnumMap<>(limits));
        captured = List.copyOf(captured);
        events = List.copyOf(events);
    }

    /** The request, with the components of {@code dev.airlock.sandbox.Call}. */
    public record Asked(AuditId auditId, String op, ObjectNode args, String idempotencyKey, int attempt) {}

    /**
     * The result of the call.
     *
     * @param outcome {@code {"output":…}}, with {@code "errors"} if it is partial, {@code {"error":…}} or
     *     {@code {"cancelled":true}}
     * @param fuel units that it used
     * @param memoryPeakBytes the most linear memory that it had, in bytes
     * @param cut how the host ended it from outside while guest code ran, which a replay does not reach by itself
     * @param isComplete whether everything was recorded
     * @param isRedacted whether a secret was removed from the guest's own words, so that a replay may use a different
     *     amount of fuel
     */
    public record End(
            ObjectNode outcome,
            long fuel,
            long memoryPeakBytes,
            Optional<Termination.ByHost> cut,
            boolean isComplete,
            boolean isRedacted) {}
}
