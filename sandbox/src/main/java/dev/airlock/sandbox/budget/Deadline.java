package dev.airlock.sandbox.budget;

import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;

/** The time until which a wait or a piece of work may go on. */
public interface Deadline {
    /** Nanoseconds until the end; zero or less when it has passed. */
    long remainingNanos();

    /** Checks that the work may go on; throws the exception that ends it if not. */
    void check();

    /**
     * Runs an action when the work ends early, at most once, to wake up a wait. The action is quick and does not throw.
     *
     * @return an action that removes it
     */
    Runnable onEnd(Runnable action);

    /**
     * Sleeps for that long, at most until the deadline or an early end. Every sleep within a call goes through this
     * method.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    default void sleepAtMost(long nanos) throws InterruptedException {
        Sleeper.sleep(Duration.ofNanos(Math.min(nanos, remainingNanos())), this::onEnd);
    }
}
