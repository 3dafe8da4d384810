package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.policy.CallSource;
import java.util.Optional;

/**
 * What somebody wants made, on terms: one word for each of them, whether it is a call, an action or a tool call.
 *
 * @param <C> what is wanted
 */
public interface OnTerms<C extends OnTerms<C>> {
    /** On which terms. */
    CallTerms terms();

    /** The same on other terms. */
    C onTerms(CallTerms other);

    /**
     * The same under an idempotency key, for instance {@code withKey("order-17")}. Default: of a tool call in a conversation one that is
     * made of what the call is, so that it is the same when the call comes again; else one that is drawn.
     *
     * @throws IllegalArgumentException if it is not a key
     */
    default C withKey(String text) {
        return onTerms(terms().withKey(text));
    }

    /** The same on somebody's behalf, for instance {@code actingFor("agent-7")}. Default: the runtime's actor. */
    default C actingFor(String who) {
        return onTerms(terms().withActor(who));
    }

    /**
     * The same in a conversation, for instance {@code inConversation("thread-42")}: a repetition of what may have taken effect there is
     * recognised. Default: none.
     *
     * @throws IllegalArgumentException if it has no name
     */
    default C inConversation(String name) {
        return onTerms(terms().withConversation(name));
    }

    /**
     * The same, which a person waits for, so that a service at its capacity (429, 503, 529) is asked again. Default: nobody waits, and it
     * is left alone.
     */
    default C inForeground() {
        return onTerms(terms().withSource(CallSource.FOREGROUND));
    }

    /** The same, which nobody waits for. This is the default. */
    default C inBackground() {
        return onTerms(terms().withSource(CallSource.BACKGROUND));
    }

    /**
     * The same, made although an earlier one like it in the conversation may have taken effect: whoever says so has looked, or takes
     * what comes. It goes under a new key unless it names one. Default: it is not made within ten minutes.
     */
    default C insisting() {
        return onTerms(terms().insisting());
    }

    /** On whose behalf; empty: the runtime's actor. */
    default Optional<String> actor() {
        return terms().actor();
    }

    /** The conversation that it belongs to. */
    default Optional<String> conversation() {
        return terms().conversation();
    }

    /** The idempotency key that was given. */
    default Optional<String> key() {
        return terms().key();
    }

    /** Whether somebody waits for it. */
    default CallSource source() {
        return terms().source();
    }

    /** Whether it is made although an earlier one may have taken effect. */
    default boolean insists() {
        return terms().insists();
    }
}
