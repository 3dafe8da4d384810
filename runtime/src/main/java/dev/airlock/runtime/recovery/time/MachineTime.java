package dev.airlock.runtime.recovery.time;

import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.time.Instant;

/**
 * The machine's clocks. Time follows the monotonic clock from the time of day at the start, so it never goes back. The monotonic clock
 * stops while the machine sleeps; if the time of day is ahead, time catches up with it.
 */
final class MachineTime implements Time {
    /** The difference between the two clocks that is ignored. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private final Clock clock;
    private Instant anchor;
    private long anchorNanos;

    MachineTime() {
        this(Clock.SYSTEM);
    }

    MachineTime(Clock clock) {
        this.clock = clock;
        this.anchor = clock.now();
        this.anchorNanos = clock.monotonicNanos();
    }

    @Override
    public synchronized Instant now() {
        Instant timeOfDay = clock.now();
        long nanos = clock.monotonicNanos();
        Instant now = anchor.plusNanos(nanos - anchorNanos);
        if (!timeOfDay.isAfter(now.plus(TOLERANCE))) {
            return now;
        }
        anchor = timeOfDay;
        anchorNanos = nanos;
        return timeOfDay;
    }

    @Override
    public void sleep(Duration length, Cancellation cancellation) throws InterruptedException {
        Sleeper.sleep(length, cancellation::onCancel);
    }
}
