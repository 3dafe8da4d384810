package dev.airlock.sandbox.call;

import dev.airlock.sandbox.time.Clock;

/** A clock whose time of day is its monotonic time, for tests that write one as a lambda. */
@FunctionalInterface
public interface BareClock extends Clock {
    @Override
    default long realtimeNanos() {
        return monotonicNanos();
    }
}
