package dev.airlock.sandbox.wasi;

import java.time.Instant;

/** The clocks that a guest can read. Thread-safe. */
public interface GuestClock {
    /** The machine's clocks. */
    GuestClock SYSTEM = new GuestClock() {
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
}
