package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/** What a call that did not succeed may have changed at a service, from the least to the most. */
public enum Effect {
    /** Nothing: no request went out, or the service said of every request that it was not carried out. */
    NONE("none"),
    /** Perhaps something; the same call under the same idempotency key does no harm. */
    REPEATABLE("repeatable"),
    /** Perhaps something, and the same call again might do it twice. */
    UNCERTAIN("uncertain");

    private final String wireName;

    Effect(String wireName) {
        this.wireName = wireName;
    }

    /** The name in documents: {@code none}, {@code repeatable}, {@code uncertain}. */
    public String wireName() {
        return wireName;
    }

    /** The effect with that wire name; empty if there is none. */
    public static Optional<Effect> ofWireName(String name) {
        return Arrays.stream(values()).filter(one -> one.wireName.equals(name)).findFirst();
    }

    /** The effect of two parts of one call, of which the graver counts. */
    public Effect and(Effect other) {
        return compareTo(other) < 0 ? other : this;
    }
}
