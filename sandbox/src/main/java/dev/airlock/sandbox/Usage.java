package dev.airlock.sandbox;

import java.util.OptionalLong;

/**
 * What a call used, whether it succeeded or not.
 *
 * @param fuel units by the published schedule
 * @param memoryPeakBytes the most linear memory it had, in bytes
 * @param wallMillis from {@code invoke} to the answer, in milliseconds
 * @param guestMillis processor time of the guest and of what the host did on its thread, in milliseconds; empty where the
 *     JVM does not measure it
 * @param hostMillis time spent in host functions, waiting included, in milliseconds
 * @param waitMillis time spent waiting for admission, in milliseconds; part of the wall time
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
    /** The usage of a call that never started, on a connector that took that long to be refused. */
    public static Usage none(long loadMillis) {
        return new Usage(0, 0, 0, OptionalLong.empty(), 0, 0, loadMillis, 0, 0, 0, 0);
    }
}
