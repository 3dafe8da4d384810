package dev.airlock.runtime.recovery;

import java.time.Duration;

/** Formats durations for people. */
final class DurationText {
    private static final long MILLIS = 1_000;

    private DurationText() {}

    /** Returns whole seconds; below ten seconds, tenths if there are any. */
    static String seconds(Duration length) {
        long millis = length.toMillis();
        return millis % MILLIS == 0 || millis >= 10 * MILLIS
                ? millis / MILLIS + " s"
                : millis / MILLIS + "." + millis % MILLIS / 100 + " s";
    }
}
