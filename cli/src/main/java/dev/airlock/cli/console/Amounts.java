package dev.airlock.cli.console;

import java.util.Locale;

/** Formats amounts for a person. */
public final class Amounts {
    private static final long MIB = 1 << 20;

    private Amounts() {}

    /** Returns bytes as KiB, rounded down, or as MiB with one decimal. */
    public static String size(long bytes) {
        return bytes < MIB
                ? String.format(Locale.ROOT, "%d KiB", bytes >> 10)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) MIB);
    }
}
