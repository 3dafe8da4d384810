package dev.airlock.runtime.recovery.keys;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.runtime.recovery.store.ConversationStore.Begun;
import dev.airlock.runtime.recovery.store.ConversationStore.Ended;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The known facts about an earlier call that blocks a similar one.
 *
 * @param call the call
 * @param endedAt when it ended; empty while it runs
 * @param ending how it ended; while it runs, how it may end
 */
record EarlierCall(Begun call, Optional<Instant> endedAt, CallEnd ending) {
    static EarlierCall of(Ended ended) {
        return new EarlierCall(
                ended.call(),
                Optional.of(ended.at()),
                ended.ending().map(CallEnd::read).orElse(CallEnd.UNKNOWN));
    }

    static EarlierCall running(Begun call) {
        return new EarlierCall(call, Optional.empty(), CallEnd.UNKNOWN);
    }

    String auditId() {
        return call.auditId();
    }

    String key() {
        return call.key();
    }

    /** Returns the state of the key that blocks the call. */
    String keyState() {
        if (endedAt.isEmpty()) {
            return "running";
        }
        return ending.effect() == Effect.NONE ? "cancelled" : "in_doubt";
    }

    /** Returns the earlier call's possible side effects, for the failure of the call that it blocks. */
    SideEffects sideEffects() {
        return ending.sideEffects(key());
    }

    /** Returns how the earlier call ended, as the end of a sentence. */
    String how() {
        if (endedAt.isEmpty()) {
            return "began at " + shown(call.beganAt()) + " and still runs";
        }
        String at = " at " + shown(endedAt.get());
        return switch (ending.how()) {
            case SUCCEEDED -> "succeeded" + at;
            case FAILED -> "failed" + at;
            case CANCELLED -> "was cancelled" + at;
            case UNKNOWN -> "began at " + shown(call.beganAt()) + ", and its outcome is not known";
        };
    }

    /** Returns everything that is known, in whole sentences. */
    String sentence() {
        String all = "The same call, " + auditId() + ", " + how() + ". " + effect();
        return ending.done().isEmpty() ? all : all + " Done and not undone: " + String.join(", ", ending.done()) + ".";
    }

    private String effect() {
        List<String> unsure = ending.unsure();
        if (!unsure.isEmpty()) {
            return (unsure.size() == 1 ? "Its step " : "Its steps ") + String.join(", ", unsure)
                    + " may have taken effect.";
        }
        if (ending.effect() != Effect.NONE) {
            return "It may have taken effect.";
        }
        return ending.done().isEmpty() ? "It changed nothing." : "";
    }

    Map<String, Object> toDetails() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("audit_id", auditId());
        details.put("began_at", shown(call.beganAt()));
        endedAt.ifPresent(at -> details.put("ended_at", shown(at)));
        details.put(
                "ending", endedAt.isEmpty() ? "running" : ending.how().name().toLowerCase(Locale.ROOT));
        details.put("effect", ending.effect().wireName());
        details.put("completed_steps", ending.done());
        details.put("uncertain_steps", ending.unsure());
        return details;
    }

    static String shown(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
