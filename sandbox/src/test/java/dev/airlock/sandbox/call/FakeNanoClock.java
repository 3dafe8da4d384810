package dev.airlock.sandbox.call;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands still until it is moved. It starts near the end of its range, where a careless sum would wrap. */
public final class FakeNanoClock implements LongSupplier {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    /** Moves the clock on. */
    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    public long getAsLong() {
        return now.get();
    }
}
