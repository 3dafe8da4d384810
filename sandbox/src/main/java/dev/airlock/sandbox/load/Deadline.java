package dev.airlock.sandbox.load;

import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;

/** Until when something that waits or works may go on. */
public interface Deadline {
    /** Nanoseconds until it has to end; zero or less when it should have. */
    long remainingNanos();

    /** Goes on if it may, and throws what says that it has to end. */
    void check();

    /**
     * Has an action run when it ends before its time, at most once: to wake up what waits. The action is quick and does not
     * throw.
     *
     * @return what takes the action back
     */
    Runnable onEnd(Runnable action);

    /**
     * Sleeps for so long, and no longer than until it has to end or ends before its time. What sleeps in a call sleeps here.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    default void sleepAtMost(long nanos) throws InterruptedException {
        Sleeper.sleep(Duration.ofNanos(Math.min(nanos, remainingNanos())), this::onEnd);
    }
}
