package dev.airlock.sandbox.offenders;

import java.util.Optional;

/** Has its caller wrap what it may leave out. */
public final class Wavers {
    private Wavers() {}

    /** Takes what may be nothing. */
    public static String of(Optional<String> text) {
        return text.orElse("");
    }
}
