package dev.airlock.sandbox.time;

import java.time.Instant;
import java.util.function.Supplier;

/** A clock. Guests see one that an embedder may choose; their limits are measured by the machine's. Thread-safe. */
public interface Clock {
    /** The machine's clocks. */
    Clock SYSTEM = new Clock() {
        @Override
        public long realtimeNanos() {
            return nanos(Instant.now());
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime() - START;
        }
    };

    /** Where the system's monotonic clock starts, so that a guest never sees a negative time. */
    long START = System.nanoTime() - 1;

    /** Returns a clock that shows another time of day; its monotonic time is the machine's. */
    static Clock showing(Supplier<Instant> timeOfDay) {
        return new Clock() {
            @Override
            public long realtimeNanos() {
                return nanos(timeOfDay.get());
            }

            @Override
            public long monotonicNanos() {
                return SYSTEM.monotonicNanos();
            }
        };
    }

    /** Nanoseconds since 1970-01-01T00:00:00Z until that moment. */
    static long nanos(Instant moment) {
        return Math.addExact(Math.multiplyExact(moment.getEpochSecond(), 1_000_000_000L), moment.getNano());
    }

    /** Nanoseconds since 1970-01-01T00:00:00Z. */
    long realtimeNanos();

    /** Nanoseconds since some fixed time; never goes back. */
    long monotonicNanos();

    /** The time of day. */
    default Instant now() {
        return Instant.ofEpochSecond(0, realtimeNanos());
    }
}
