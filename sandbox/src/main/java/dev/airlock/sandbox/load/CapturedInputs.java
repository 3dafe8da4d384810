package dev.airlock.sandbox.load;

import java.util.Locale;

/**
 * A value that a reactor read while its initial state was captured, and that is therefore the same in each of its
 * calls.
 */
public enum CapturedInputs {
    /** It read a clock. */
    CLOCK,
    /** It drew random numbers. Whatever it derives from them, such as a seed, is the same in each call. */
    RANDOM;

    /** The value's word in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
