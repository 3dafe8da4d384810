package dev.airlock.conformance.session;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that advance by 10 ms at each reading, so that a guest that waits for a time reaches it. */
final class RepeatableClock implements Clock {
    private static final long START_NANOS = 1_767_225_600_000_000_000L; // 2026-01-01T00:00:00Z
    private static final long STEP_NANOS = 10_000_000;

    private final AtomicLong readings = new AtomicLong();

    @Override
    public long realtimeNanos() {
        return START_NANOS + monotonicNanos();
    }

    @Override
    public long monotonicNanos() {
        return readings.incrementAndGet() * STEP_NANOS;
    }
}
