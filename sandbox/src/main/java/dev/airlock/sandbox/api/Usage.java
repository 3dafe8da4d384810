package dev.airlock.sandbox.api;

import java.util.OptionalLong;

/**
 * The resources that a call used, whether it succeeded or not.
 *
 * @param fuel units by the published schedule
 * @param memoryPeakBytes the most linear memory it had, in bytes
 * @param wallMillis from {@code invoke} to the answer, in milliseconds
 * @param guestMillis processor time of the guest and of the host's work on its thread, in milliseconds; empty if the
 *     JVM does not measure it
 * @param hostMillis time spent in host functions, waiting included, in milliseconds
 * @param waitMillis time spent waiting for memory, in milliseconds; part of the wall time
 * @param loadMillis how long loading the connector took, in milliseconds; not part of the wall time
 * @param hostCalls calls of Airlock's own host functions
 * @param exchanges HTTP exchanges started
 * @param bytesIn bytes of response bodies, decoded
 * @param bytesOut bytes of request bodies
 */
public record Usage(
        long fuel,
        long memoryPeakBytes,
        long wallMillis,
        OptionalLong guestMillis,
        long hostMillis,
        long waitMillis,
        long loadMillis,
        long hostCalls,
        long exchanges,
        long bytesIn,
        long bytesOut) {
    /** Returns the usage of a call that never started, on a connector whose refusal took that long. */
    public static Usage none(long loadMillis) {
        return new Usage(0, 0, 0, OptionalLong.empty(), 0, 0, loadMillis, 0, 0, 0, 0);
    }

    /**
     * Returns the usage of this and a later call together: sums, the higher peak of memory, and the longer load, since
     * a connector is loaded once.
     */
    public Usage and(Usage later) {
        return new Usage(
                fuel + later.fuel,
                Math.max(memoryPeakBytes, later.memoryPeakBytes),
                wallMillis + later.wallMillis,
                guestMillis.isPresent() && later.guestMillis.isPresent()
                        ? OptionalLong.of(guestMillis.getAsLong() + later.guestMillis.getAsLong())
                        : guestMillis.isPresent() ? guestMillis : later.guestMillis,
                hostMillis + later.hostMillis,
                waitMillis + later.waitMillis,
                Math.max(loadMillis, later.loadMillis),
                hostCalls + later.hostCalls,
                exchanges + later.exchanges,
                bytesIn + later.bytesIn,
                bytesOut + later.bytesOut);
    }

    /** Returns the same usage for a connector whose load took that long, in milliseconds. */
    public Usage loadedIn(long millis) {
        return new Usage(
                fuel,
                memoryPeakBytes,
                wallMillis,
                guestMillis,
                hostMillis,
                waitMillis,
                millis,
                hostCalls,
                exchanges,
                bytesIn,
                bytesOut);
    }
}
