package dev.airlock.runtime.recovery.call;

import dev.airlock.runtime.recovery.policy.CallSource;
import java.util.Optional;

/**
 * A call, an action or a tool call with its terms. Each has the same methods for them.
 *
 * @param <C> the type itself
 */
public interface OnTerms<C extends OnTerms<C>> {
    /** Returns the terms. */
    CallTerms terms();

    /** Returns a copy on other terms. */
    C onTerms(CallTerms other);

    /**
     * Returns a copy under an idempotency key, for instance {@code withKey("order-17")}. Default: for a tool call in a conversation, a key
     * derived from the call, so that a repetition has the same; otherwise a random one.
     *
     * @throws IllegalArgumentException if the key is invalid
     */
    default C withKey(String text) {
        return onTerms(terms().withKey(text));
    }

    /** Returns a copy on behalf of an actor, for instance {@code actingFor("agent-7")}. Default: the runtime's actor. */
    default C actingFor(String who) {
        return onTerms(terms().withActor(who));
    }

    /**
     * Returns a copy in a conversation, for instance {@code inConversation("thread-42")}. A repetition of a call there that may have taken
     * effect is recognised. Default: none.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    default C inConversation(String name) {
        return onTerms(terms().withConversation(name));
    }

    /**
     * Returns a copy that a person waits for, so that a service at its capacity (429, 503, 529) is asked again. Default: no person waits,
     * and the service is left alone.
     */
    default C inForeground() {
        return onTerms(terms().withSource(CallSource.FOREGROUND));
    }

    /** Returns a copy that no person waits for. This is the default. */
    default C inBackground() {
        return onTerms(terms().withSource(CallSource.BACKGROUND));
    }

    /**
     * Returns a copy that is made although an earlier similar call in the conversation may have taken effect. Use it after you looked at
     * the service, or if a second effect is acceptable. It gets a new key unless it names one. Default: a repetition is refused within ten
     * minutes.
     */
    default C insisting() {
        return onTerms(terms().insisting());
    }

    /** Returns the actor; empty: the runtime's. */
    default Optional<String> actor() {
        return terms().actor();
    }

    /** Returns the conversation that it belongs to. */
    default Optional<String> conversation() {
        return terms().conversation();
    }

    /** Returns the caller's idempotency key. */
    default Optional<String> key() {
        return terms().key();
    }

    /** Returns whether a person waits for it. */
    default CallSource source() {
        return terms().source();
    }

    /** Returns whether to make it although an earlier call may have taken effect. */
    default boolean insists() {
        return terms().insists();
    }
}
