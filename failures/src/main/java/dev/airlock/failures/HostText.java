package dev.airlock.failures;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Words;

/** The messages for a host that has too little memory. Sizes are in whole mebibytes, because no finer size is configured. */
final class HostText {
    private static final String MORE = "a larger heap for the JVM (`-Xmx`; they share half of it), or a larger"
            + " `memoryBudget` where Airlock is embedded";

    private HostText() {}

    static Words busy(Cause.HostBusy busy) {
        return new Words(
                "The host is busy: connectors may take " + mebibytes(busy.configured()) + " of memory together, "
                        + mebibytes(busy.used()) + " of it is in use, and no more was freed within "
                        + busy.waitedMillis() + " ms.",
                "Make the call again when fewer calls run, or give connectors more memory: " + MORE + ".");
    }

    static Words tooSmall(LimitName limit, long budget, long needed) {
        String what = limit == LimitName.COMPILE_MEMORY ? "Loading the module" : "The connector";
        return new Words(
                what + " needs " + mebibytes(needed) + " of memory, and the host has " + mebibytes(budget)
                        + " for all calls and loads together.",
                "Give connectors more memory: " + MORE + ".");
    }

    private static String mebibytes(long bytes) {
        return ((bytes + (1L << 20) - 1) >> 20) + " MiB";
    }
}
