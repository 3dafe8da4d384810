package dev.airlock.runtime.recovery;

import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.wasi.GuestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The machine's clocks. Time goes on by the one that is never set, from the time of day at the start. */
final class MachineTime implements Time {
    private final Instant start = Instant.ofEpochSecond(0, GuestClock.SYSTEM.realtimeNanos());
    private final long startNanos = GuestClock.SYSTEM.monotonicNanos();

    @Override
    public Instant now() {
        return start.plusNanos(GuestClock.SYSTEM.monotonicNanos() - startNanos);
    }

    @Override
    public void sleep(Duration length, Cancellation cancellation) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Runnable forget = cancellation.onCancel(ended::countDown);
        try {
            boolean unused = ended.await(length.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            forget.run();
        }
    }
}
