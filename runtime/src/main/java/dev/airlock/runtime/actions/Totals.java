package dev.airlock.runtime.actions;

import dev.airlock.failures.Effect;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.call.Exchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the steps of one run used and left behind, together. Confined to it. */
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

    /** A connector was made ready, which took so long. */
    void loaded(long millis) {
        loadMillis += millis;
    }

    /** A step's call ended. */
    void add(Result result) {
        add(result, sideEffects.idempotencyKey().isPresent() ? underItsKey(result) : underADrawnKey(result));
    }

    /** A call that renews what a step is given ended. It goes under a key of its own, also where the action has one. */
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

    /** A step's call was begun, and Airlock itself lost it. */
    void lost() {
        sideEffects = sideEffects.and(SideEffects.UNKNOWN);
    }

    /** What a step may have changed, for whoever runs the action again: under the action's key a step that was done is not done again. */
    private static SideEffects underItsKey(Result result) {
        SideEffects own = result.sideEffects();
        return result instanceof Result.Succeeded && own.effect() == Effect.UNCERTAIN
                ? own.with(Effect.REPEATABLE)
                : own;
    }

    /** The same of a call that has drawn a key that nobody has any more, so that the service recognises nothing. */
    private static SideEffects underADrawnKey(Result result) {
        SideEffects own = result.sideEffects();
        return own.effect() == Effect.REPEATABLE && !result.onlyRead() ? own.with(Effect.UNCERTAIN) : own;
    }

    Usage usage() {
        return usage.loadedIn(loadMillis);
    }

    /** What the steps may have changed together. */
    SideEffects sideEffects() {
        return sideEffects;
    }

    Transcript transcript() {
        return new Transcript(logs, stderr.toString(), exchanges, refused);
    }
}
