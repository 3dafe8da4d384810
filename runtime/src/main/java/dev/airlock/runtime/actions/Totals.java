package dev.airlock.runtime.actions;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The usage, transcript and side effects of all steps of one run together. Confined to that run. */
final class Totals {
    private final List<LogLine> logs = new ArrayList<>();
    private final StringBuilder stderr = new StringBuilder();
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, Integer> refused = new HashMap<>();
    private Usage usage = Usage.none(0);
    private SideEffects sideEffects;
    private long loadMillis;

    /** @param key the idempotency key of the action; empty if it has none */
    Totals(Optional<String> key) {
        this.sideEffects = new SideEffects(Effect.NONE, false, key);
    }

    /** Adds the time that a connector took to load. */
    void loaded(long millis) {
        loadMillis += millis;
    }

    /** Adds the result of a step's call. */
    void add(Result result) {
        add(result, sideEffects.idempotencyKey().isPresent() ? underItsKey(result) : underADrawnKey(result));
    }

    /** Adds the result of a call that renews a step's arguments. It has its own key, even if the action has one. */
    void addRenewal(Result result) {
        add(result, underADrawnKey(result));
    }

    private void add(Result result, SideEffects changed) {
        usage = usage.and(result.outcome().usage());
        sideEffects = sideEffects.and(changed);
        Transcript transcript = result.outcome().transcript();
        logs.addAll(transcript.logs());
        stderr.append(transcript.stderr());
        exchanges.addAll(transcript.exchanges());
        transcript.refusedSystemCalls().forEach((name, count) -> refused.merge(name, count, Integer::sum));
    }

    /** Adds a step's call that Airlock itself lost after it had begun. */
    void lost() {
        sideEffects = sideEffects.and(SideEffects.UNKNOWN);
    }

    /**
     * Returns a step's possible side effects, as far as a repetition of the action is concerned: under the action's key, a completed step
     * is not repeated.
     */
    private static SideEffects underItsKey(Result result) {
        SideEffects own = result.sideEffects();
        return result instanceof Result.Succeeded && own.effect() == Effect.UNCERTAIN
                ? own.with(Effect.REPEATABLE)
                : own;
    }

    /** Returns the possible side effects of a call under a random key. A repetition has another key, so the service recognises nothing. */
    private static SideEffects underADrawnKey(Result result) {
        SideEffects own = result.sideEffects();
        return own.effect() == Effect.REPEATABLE && !result.onlyRead() ? own.with(Effect.UNCERTAIN) : own;
    }

    Usage usage() {
        return usage.loadedIn(loadMillis);
    }

    /** Returns the possible side effects of all steps. */
    SideEffects sideEffects() {
        return sideEffects;
    }

    Transcript transcript() {
        return new Transcript(logs, stderr.toString(), exchanges, refused);
    }
}
