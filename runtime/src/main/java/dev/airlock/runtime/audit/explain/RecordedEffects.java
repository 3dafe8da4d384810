package dev.airlock.runtime.audit.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The possible side effects of a recorded call at the service. Records of successes and of earlier versions do not have them.
 *
 * @param effect {@code none}, {@code repeatable} or {@code uncertain}; empty if the record does not say
 * @param requestSent whether a request went out; empty if the record does not say
 */
public record RecordedEffects(Optional<String> effect, Optional<Boolean> requestSent) {
    /** The value for records that do not say. */
    static final RecordedEffects UNTOLD = new RecordedEffects(Optional.empty(), Optional.empty());

    /** Reads the details of a call's outcome: recovery's summary of all attempts, or else the failure. */
    static RecordedEffects of(JsonNode outcome) {
        JsonNode recovery = outcome.path("recovery");
        JsonNode failure = outcome.path("failure").path("details");
        JsonNode effect = recovery.has("effect") ? recovery.path("effect") : failure.path("effect");
        JsonNode sent = recovery.has("request_sent") ? recovery.path("request_sent") : failure.path("request_sent");
        return new RecordedEffects(
                Optional.ofNullable(effect.textValue()),
                sent.isBoolean() ? Optional.of(sent.booleanValue()) : Optional.empty());
    }

    /** Adds the known effects to a document, under the names of the contract. */
    public void addTo(ObjectNode document) {
        effect.ifPresent(word -> document.put("effect", word));
        requestSent.ifPresent(sent -> document.put("request_sent", sent));
    }

    /** Returns the effects as a sentence; empty if none is known. */
    public String sentence() {
        String sent = requestSent
                .map(yes -> yes ? "A request was sent" : "No request was sent")
                .orElse("");
        String changed = effect.map(RecordedEffects::words).orElse("");
        if (sent.isEmpty() || changed.isEmpty()) {
            return sent.isEmpty() && changed.isEmpty() ? "" : (changed.isEmpty() ? sent : "It " + changed) + ".";
        }
        return sent + "; the call " + changed + ".";
    }

    private static String words(String effect) {
        return switch (effect) {
            case "none" -> "changed nothing at the service";
            case "repeatable" -> "may have changed something there, and repeating it does no harm";
            default -> "may have changed something there, and repeating it might do it twice";
        };
    }
}
