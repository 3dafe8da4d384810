package dev.airlock.runtime.recovery;

import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.time.Instant;

/** What time it is for recovery, and how it waits. Thread-safe. */
public interface Time {
    /** The time of day; also what waiting is measured by. */
    Instant now();

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
