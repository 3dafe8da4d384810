package dev.airlock.runtime.recovery.time;

import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The clock of recovery. Thread-safe. */
public interface Time extends Clock {
    /** Returns the time of day, which never goes back. It also measures waiting. */
    @Override
    Instant now();

    @Override
    default long realtimeNanos() {
        return Clock.nanos(now());
    }

    @Override
    default long monotonicNanos() {
        return Clock.nanos(now());
    }

    /**
     * Waits for a time, or until the cancellation is requested.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void sleep(Duration length, Cancellation cancellation) throws InterruptedException;

    /** Returns the machine's clock. */
    static Time ofTheMachine() {
        return new MachineTime();
    }
}
