package dev.airlock.failures;

import java.util.Optional;

/**
 * What a call may have changed outside, from what the host saw of all its attempts, hops and exchanges. Immutable.
 *
 * @param effect how far it may have taken effect
 * @param requestSent whether any byte of any request went out, or was about to
 * @param idempotencyKey the key under which the call went; empty if it never came to one
 */
public record SideEffects(Effect effect, boolean requestSent, Optional<String> idempotencyKey) {
    /** Nothing was sent, by a call that never came to a key. */
    public static final SideEffects NONE = new SideEffects(Effect.NONE, false, Optional.empty());

    /** Nobody knows what was sent, so it may have been anything. */
    public static final SideEffects UNKNOWN = new SideEffects(Effect.UNCERTAIN, true, Optional.empty());

    /** Nothing was sent, under that key. */
    public static SideEffects none(String key) {
        return NONE.under(key);
    }

    /** What an agent has to know of it before it repeats anything, as a sentence. */
    public String sentence() {
        return switch (effect) {
            case NONE -> requestSent ? "The service declined the request, so nothing changed." : "Nothing was sent.";
            case REPEATABLE -> "The call can be repeated safely under the same idempotency key.";
            case UNCERTAIN -> "A request was sent, so it may have taken effect; check before you repeat it.";
        };
    }

    /** The same under that key, unless it has one. */
    public SideEffects under(String key) {
        return idempotencyKey.isPresent() ? this : new SideEffects(effect, requestSent, Optional.of(key));
    }

    /** The same with another effect. */
    public SideEffects with(Effect other) {
        return new SideEffects(other, requestSent, idempotencyKey);
    }

    /** Of a call and of a part that belongs to it: the graver effect counts, and the call's key. */
    public SideEffects and(SideEffects part) {
        return new SideEffects(effect.and(part.effect), requestSent || part.requestSent, idempotencyKey);
    }

    /**
     * Of a call and of another one that was made in its place. If the other one may have changed something, the first service knows
     * nothing of that and would do it again.
     */
    public SideEffects andElsewhere(SideEffects other) {
        Effect both = other.effect == Effect.NONE ? effect : Effect.UNCERTAIN;
        return new SideEffects(both, requestSent || other.requestSent, idempotencyKey);
    }
}
