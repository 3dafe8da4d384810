package dev.airlock.sandbox;

import java.util.Locale;

/** What a reactor took in while its initial state was captured, so that it is the same in each of its calls. */
public enum Frozen {
    /** It read a clock. */
    CLOCK,
    /** It drew random numbers: whatever it makes of them, such as a seed, is the same in each call. */
    RANDOM;

    /** The word for it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
