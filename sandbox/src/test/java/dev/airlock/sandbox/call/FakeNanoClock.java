package dev.airlock.sandbox.call;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until it is moved. By default it starts near the end of its range, where a careless sum
 * would wrap.
 */
public final class FakeNanoClock implements BareClock {
    private final AtomicLong now;

    /** A clock near the end of its range. */
    public FakeNanoClock() {
        this(Long.MAX_VALUE - 1_000);
    }

    /** A clock that starts at that time. */
    public FakeNanoClock(long nanos) {
        this.now = new AtomicLong(nanos);
    }

    /** Advances the clock. */
    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    public long monotonicNanos() {
        return now.get();
    }
}
