package dev.airlock.failures.effect;

import java.util.Arrays;
import java.util.Optional;

/** The effect that a failed call may have had at a service, from the least to the most. */
public enum Effect {
    /** None: no request went out, or the service said that it carried out none of them. */
    NONE("none"),
    /** A possible effect; repeating the call under the same idempotency key does no harm. */
    REPEATABLE("repeatable"),
    /** A possible effect; repeating the call might cause it twice. */
    UNCERTAIN("uncertain");

    private final String wireName;

    Effect(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in documents: {@code none}, {@code repeatable}, {@code uncertain}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the effect with that wire name; empty if there is none. */
    public static Optional<Effect> ofWireName(String name) {
        return Arrays.stream(values()).filter(one -> one.wireName.equals(name)).findFirst();
    }

    /** Returns the graver of two effects, which is the effect of one call with these two parts. */
    public Effect and(Effect other) {
        return compareTo(other) < 0 ? other : this;
    }
}
