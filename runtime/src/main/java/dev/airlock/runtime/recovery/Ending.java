package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Effect;
import dev.airlock.failures.SideEffects;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a call of a conversation ended, as far as whoever repeats it has to know.
 *
 * @param how how
 * @param effect what it may have changed; of a success, the steps that were lost
 * @param done the steps that were done, and are not undone; empty for a call that is no action
 * @param unsure the steps that were not done, and may have taken effect all the same
 */
public record Ending(How how, Effect effect, List<String> done, List<String> unsure) {
    /** Nobody saw it end. */
    static final Ending UNKNOWN = new Ending(How.UNKNOWN, Effect.UNCERTAIN, List.of(), List.of());

    /** What a call goes on with that follows none. */
    static final Ending NOTHING = new Ending(How.FAILED, Effect.NONE, List.of(), List.of());

    /** How a call can end. */
    public enum How {
        /** It gave a result. */
        SUCCEEDED,
        /** It failed. */
        FAILED,
        /** Its caller ended it. */
        CANCELLED,
        /** Its process is gone, or what it came to could not be written down. */
        UNKNOWN
    }

    /** Copies the lists. */
    public Ending {
        done = List.copyOf(done);
        unsure = List.copyOf(unsure);
    }

    /** Of a call that is no action. */
    public static Ending of(Result result) {
        How how = result.match(
                succeeded -> How.SUCCEEDED, degraded -> How.FAILED, failed -> How.FAILED, cancelled -> How.CANCELLED);
        Effect effect = how == How.SUCCEEDED ? Effect.NONE : result.effect();
        return new Ending(how, effect, List.of(), List.of());
    }

    /** The same of a call that went on with an earlier one: unless it succeeded, what that one did and may have done is told on. */
    Ending after(Ending earlier) {
        if (how == How.SUCCEEDED) {
            return this;
        }
        List<String> doneByNow = together(earlier.done, done);
        List<String> unsureByNow = together(earlier.unsure, unsure).stream()
                .filter(step -> !doneByNow.contains(step))
                .toList();
        return new Ending(how, effect.and(earlier.effect), doneByNow, unsureByNow);
    }

    private static List<String> together(List<String> first, List<String> more) {
        return Stream.concat(first.stream(), more.stream()).distinct().toList();
    }

    /** What the call may have changed, told of one that is not made because of it or goes on with it. */
    SideEffects sideEffects(String key) {
        return new SideEffects(effect, effect != Effect.NONE, Optional.of(key));
    }

    /** Whether it may be followed by a call like it, as if there had been none. */
    boolean isSettled() {
        return effect == Effect.NONE && (how == How.SUCCEEDED || how == How.FAILED);
    }

    /** Whether a call like it is not to be made. If neither this nor {@link #isSettled}, it goes on under the same key. */
    boolean blocks() {
        return how == How.CANCELLED || how == How.UNKNOWN || effect == Effect.UNCERTAIN;
    }

    String write() {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("how", how.name().toLowerCase(Locale.ROOT))
                .put("effect", effect.wireName());
        done.forEach(document.putArray("done")::add);
        unsure.forEach(document.putArray("unsure")::add);
        return StrictJson.write(document);
    }

    /** What was written; {@link #UNKNOWN} if that is nothing, or damaged. */
    static Ending read(Optional<String> text) {
        try {
            JsonNode document = StrictJson.read(text.orElse("{}"));
            return new Ending(
                    How.valueOf(document.path("how").asText().toUpperCase(Locale.ROOT)),
                    Effect.ofWireName(document.path("effect").asText()).orElse(Effect.UNCERTAIN),
                    texts(document.path("done")),
                    texts(document.path("unsure")));
        } catch (MalformedJsonException | IllegalArgumentException damaged) {
            return UNKNOWN;
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
