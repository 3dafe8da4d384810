package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import java.util.List;

/** Compares outcomes of one call, but for what is new each time. */
final class ComparableOutcome {
    private static final List<String> SIDE_EFFECTS = List.of("effect", "request_sent", "idempotency_key");

    private ComparableOutcome() {}

    /** Whether they are the same. A recording of before outcomes told their side effects is not held to them, nor to their words. */
    static boolean isSame(ObjectNode now, ObjectNode recorded) {
        boolean tellsSideEffects = places(recorded).stream().allMatch(place -> place.has("effect"));
        return comparable(now, tellsSideEffects).equals(comparable(recorded, tellsSideEffects));
    }

    /** Where an outcome tells its side effects. */
    private static List<ObjectNode> places(JsonNode outcome) {
        if (outcome.path("error").path("details") instanceof ObjectNode details) {
            return List.of(details);
        }
        return outcome instanceof ObjectNode whole && whole.has("cancelled") ? List.of(whole) : List.of();
    }

    /** An outcome as text and back, so that numbers are of one kind. */
    private static JsonNode comparable(ObjectNode outcome, boolean tellsSideEffects) {
        try {
            JsonNode copy = StrictJson.read(StrictJson.write(outcome));
            if (!tellsSideEffects) {
                places(copy).forEach(place -> place.remove(SIDE_EFFECTS));
            }
            if (copy.path("error") instanceof ObjectNode error) {
                error.remove("audit_id");
                boolean isNewEachTime =
                        error.path("details") instanceof ObjectNode details && details.remove("correlation_id") != null;
                if (isNewEachTime || !tellsSideEffects) {
                    error.remove("message");
                }
            }
            return copy;
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("what was written as JSON is JSON", e);
        }
    }
}
