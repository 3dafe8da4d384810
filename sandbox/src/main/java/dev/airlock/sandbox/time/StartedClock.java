package dev.airlock.sandbox.time;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stays at zero until it is started. Its time of day is that of the clock behind it. Thread-safe. */
public final class StartedClock implements Clock {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final Clock clock;
    private final AtomicLong startNanos = new AtomicLong(NOT_YET);

    /** A clock that follows another one. */
    public StartedClock(Clock clock) {
        this.clock = clock;
    }

    /** Starts it; a second time does nothing. */
    public void start() {
        startNanos.compareAndSet(NOT_YET, clock.monotonicNanos());
    }

    @Override
    public long realtimeNanos() {
        return clock.realtimeNanos();
    }

    @Override
    public long monotonicNanos() {
        long start = startNanos.get();
        return start == NOT_YET ? 0 : clock.monotonicNanos() - start;
    }
}
