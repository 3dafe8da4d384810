package dev.airlock.runtime.recovery;

import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.time.Instant;

/**
 * The machine's clocks. Time goes on by the one that is never set, from the time of day at the start, so that it never goes back.
 * That clock stands still while the machine sleeps: where the time of day is ahead of it, that is caught up with.
 */
final class MachineTime implements Time {
    /** By less than this the two clocks may differ. */
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
