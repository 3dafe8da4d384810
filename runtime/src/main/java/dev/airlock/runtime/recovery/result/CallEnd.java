package dev.airlock.runtime.recovery.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a call of a conversation ended, as far as a repetition has to know.
 *
 * @param how the kind of end
 * @param effect its possible effect; for a success, that of its lost steps
 * @param done the steps that were done and not undone; empty if the call is not an action
 * @param unsure the steps that were not completed but may have taken effect
 */
public record CallEnd(How how, Effect effect, List<String> done, List<String> unsure) {
    /** The end of the call was not observed. */
    public static final CallEnd UNKNOWN = new CallEnd(How.UNKNOWN, Effect.UNCERTAIN, List.of(), List.of());

    /** The neutral value for a call that continues no earlier one. */
    public static final CallEnd NOTHING = new CallEnd(How.FAILED, Effect.NONE, List.of(), List.of());

    /** The ways in which a call can end. */
    public enum How {
        /** The call gave a result. */
        SUCCEEDED,
        /** The call failed. */
        FAILED,
        /** The caller cancelled the call. */
        CANCELLED,
        /** The process is gone, or its outcome could not be stored. */
        UNKNOWN
    }

    /** Copies the lists. */
    public CallEnd {
        done = List.copyOf(done);
        unsure = List.copyOf(unsure);
    }

    /** Returns the end of a call that is not an action. */
    public static CallEnd of(Result result) {
        How how = result.match(
                succeeded -> How.SUCCEEDED, degraded -> How.FAILED, failed -> How.FAILED, cancelled -> How.CANCELLED);
        Effect effect = how == How.SUCCEEDED ? Effect.NONE : result.effect();
        return new CallEnd(how, effect, List.of(), List.of());
    }

    /**
     * Returns the end of a call that continued an earlier one. Unless it succeeded, it includes the earlier call's effects and possible
     * effects.
     */
    public CallEnd after(CallEnd earlier) {
        if (how == How.SUCCEEDED) {
            return this;
        }
        List<String> doneByNow = together(earlier.done, done);
        List<String> unsureByNow = together(earlier.unsure, unsure).stream()
                .filter(step -> !doneByNow.contains(step))
                .toList();
        return new CallEnd(how, effect.and(earlier.effect), doneByNow, unsureByNow);
    }

    private static List<String> together(List<String> first, List<String> more) {
        return Stream.concat(first.stream(), more.stream()).distinct().toList();
    }

    /** Returns the call's possible side effects, for a call that it blocks or that continues it. */
    public SideEffects sideEffects(String key) {
        return new SideEffects(effect, effect != Effect.NONE, Optional.of(key));
    }

    /** Returns whether a similar call may follow as if there had been none before. */
    public boolean isSettled() {
        return effect == Effect.NONE && (how == How.SUCCEEDED || how == How.FAILED);
    }

    /** Returns whether a similar call is refused. If neither this nor {@link #isSettled}, a similar call continues under the same key. */
    public boolean blocks() {
        return how == How.CANCELLED || how == How.UNKNOWN || effect == Effect.UNCERTAIN;
    }

    public String write() {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("how", how.name().toLowerCase(Locale.ROOT))
                .put("effect", effect.wireName());
        done.forEach(document.putArray("done")::add);
        unsure.forEach(document.putArray("unsure")::add);
        return StrictJson.write(document);
    }

    /** Reads a stored text; returns {@link #UNKNOWN} if it is damaged. */
    public static CallEnd read(String text) {
        try {
            JsonNode document = StrictJson.read(text);
            return new CallEnd(
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
