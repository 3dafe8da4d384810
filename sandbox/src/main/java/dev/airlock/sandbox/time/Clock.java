package dev.airlock.sandbox.time;

import java.time.Instant;

/** What time it is. Guests see one that an embedder may choose; what bounds them goes by the machine's. Thread-safe. */
public interface Clock {
    /** The machine's clocks. */
    Clock SYSTEM = new Clock() {
        @Override
        public long realtimeNanos() {
            Instant now = Instant.now();
            return Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime() - START;
        }
    };

    /** Where the system's monotonic clock starts, so that a guest never sees a negative time. */
    long START = System.nanoTime() - 1;

    /** Nanoseconds since 1970-01-01T00:00:00Z. */
    long realtimeNanos();

    /** Nanoseconds since some fixed time; never goes back. */
    long monotonicNanos();

    /** The time of day. */
    default Instant now() {
        return Instant.ofEpochSecond(0, realtimeNanos());
    }
}
