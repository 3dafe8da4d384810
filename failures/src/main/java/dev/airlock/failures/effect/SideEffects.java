package dev.airlock.failures.effect;

import java.util.Optional;

/**
 * The changes outside that a call may have caused, derived from all attempts, hops and exchanges that the host saw. Immutable.
 *
 * @param effect the graver of the effects that are possible
 * @param requestSent whether any byte of any request was sent, or was about to be
 * @param idempotencyKey the key of the call; empty if the call ended before it had one
 */
public record SideEffects(Effect effect, boolean requestSent, Optional<String> idempotencyKey) {
    /** Nothing was sent, and the call ended before it had a key. */
    public static final SideEffects NONE = new SideEffects(Effect.NONE, false, Optional.empty());

    /** Unknown: anything may have been sent. */
    public static final SideEffects UNKNOWN = new SideEffects(Effect.UNCERTAIN, true, Optional.empty());

    /** Returns the side effects of a call with that key that sent nothing. */
    public static SideEffects none(String key) {
        return NONE.under(key);
    }

    /** Returns a sentence with the facts that an agent needs before it repeats anything. */
    public String sentence() {
        return switch (effect) {
            case NONE -> requestSent ? "The service declined the request, so nothing changed." : "Nothing was sent.";
            case REPEATABLE -> "The call can be repeated safely under the same idempotency key.";
            case UNCERTAIN -> "A request was sent, so it may have taken effect; check before you repeat it.";
        };
    }

    /** Returns this with that key, unless it already has one. */
    public SideEffects under(String key) {
        return idempotencyKey.isPresent() ? this : new SideEffects(effect, requestSent, Optional.of(key));
    }

    /** Returns this with another effect. */
    public SideEffects with(Effect other) {
        return new SideEffects(other, requestSent, idempotencyKey);
    }

    /** Returns the side effects of a call together with those of one of its parts: the graver effect and the call's key. */
    public SideEffects and(SideEffects part) {
        return new SideEffects(effect.and(part.effect), requestSent || part.requestSent, idempotencyKey);
    }

    /**
     * Returns the side effects of a call together with those of another call in its place. If the other call may have changed something,
     * the effect is uncertain, because the first service does not know of that change and would make it again.
     */
    public SideEffects andElsewhere(SideEffects other) {
        Effect both = other.effect == Effect.NONE ? effect : Effect.UNCERTAIN;
        return new SideEffects(both, requestSent || other.requestSent, idempotencyKey);
    }
}
