package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.List;

/** Compares outcomes of one call, except for values that are new each time. */
final class ComparableOutcome {
    private static final List<String> SIDE_EFFECTS = List.of("effect", "request_sent", "idempotency_key");

    private ComparableOutcome() {}

    /**
     * Returns whether they are the same. Recordings from before outcomes had side effects are compared without them and without their
     * messages.
     */
    static boolean isSame(ObjectNode now, ObjectNode recorded) {
        boolean tellsSideEffects = places(recorded).stream().allMatch(place -> place.has("effect"));
        return comparable(now, tellsSideEffects).equals(comparable(recorded, tellsSideEffects));
    }

    /** Returns the places of the side effects in an outcome. */
    private static List<ObjectNode> places(JsonNode outcome) {
        if (outcome.path("error").path("details") instanceof ObjectNode details) {
            return List.of(details);
        }
        return outcome instanceof ObjectNode whole && whole.has("cancelled") ? List.of(whole) : List.of();
    }

    /** Writes an outcome as text and reads it back, so that numbers are of one kind. */
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
