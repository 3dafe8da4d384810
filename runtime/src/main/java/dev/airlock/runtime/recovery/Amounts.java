package dev.airlock.runtime.recovery;

import java.time.Duration;

/** Durations for a person. */
final class Amounts {
    private static final long MILLIS = 1_000;

    private Amounts() {}

    /** Whole seconds, or tenths of them below ten. */
    static String seconds(Duration length) {
        long millis = length.toMillis();
        return millis % MILLIS == 0 || millis >= 10 * MILLIS
                ? millis / MILLIS + " s"
                : millis / MILLIS + "." + millis % MILLIS / 100 + " s";
    }
}
