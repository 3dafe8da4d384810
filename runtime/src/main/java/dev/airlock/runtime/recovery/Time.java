package dev.airlock.runtime.recovery;

import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that recovery waits by. Thread-safe. */
public interface Time extends Clock {
    /** The time of day, which never goes back; also what waiting is measured by. */
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
     * Waits, until the end is asked for at the latest.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void sleep(Duration length, Cancellation cancellation) throws InterruptedException;

    /** The machine's. */
    static Time ofTheMachine() {
        return new MachineTime();
    }
}
