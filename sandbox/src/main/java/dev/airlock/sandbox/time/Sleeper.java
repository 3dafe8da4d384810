package dev.airlock.sandbox.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The one place that sleeps. */
public final class Sleeper {
    private Sleeper() {}

    /** What may end a sleep before its time. */
    @FunctionalInterface
    public interface Alarm {
        /** Has that run when the sleep is to end, at once if it is to end already; returns what takes it back. */
        Runnable set(Runnable wake);
    }

    /**
     * Sleeps for so long.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public static void sleep(Duration length) throws InterruptedException {
        sleep(length, wake -> () -> {});
    }

    /**
     * Sleeps for so long, or until the alarm goes off. A length that is not positive is no sleep.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public static void sleep(Duration length, Alarm alarm) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Runnable forget = alarm.set(ended::countDown);
        try {
            boolean unused = ended.await(length.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            forget.run();
        }
    }
}
