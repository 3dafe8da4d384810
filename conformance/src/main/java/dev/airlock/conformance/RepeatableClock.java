package dev.airlock.conformance;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that go on by 10 ms whenever one is read, so that a guest that waits for a time sees it come. */
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
