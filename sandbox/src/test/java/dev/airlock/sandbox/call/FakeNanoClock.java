package dev.airlock.sandbox.call;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. It starts near the end of its range if nothing else is said, where a careless sum would wrap. */
public final class FakeNanoClock implements BareClock {
    private final AtomicLong now;

    /** A clock near the end of its range. */
    public FakeNanoClock() {
        this(Long.MAX_VALUE - 1_000);
    }

    /** A clock that starts then. */
    public FakeNanoClock(long nanos) {
        this.now = new AtomicLong(nanos);
    }

    /** Moves the clock on. */
    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    public long monotonicNanos() {
        return now.get();
    }
}
