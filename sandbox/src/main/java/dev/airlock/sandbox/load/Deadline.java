package dev.airlock.sandbox.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
     * Sleeps for so long, and no longer than until it has to end or ends before its time. What sleeps below the runtime sleeps here.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    default void sleepAtMost(long nanos) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Runnable forget = onEnd(ended::countDown);
        try {
            boolean unused = ended.await(Math.min(nanos, remainingNanos()), TimeUnit.NANOSECONDS);
        } finally {
            forget.run();
        }
    }
}
