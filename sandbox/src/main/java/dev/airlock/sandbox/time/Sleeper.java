package dev.airlock.sandbox.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The only place that sleeps. */
public final class Sleeper {
    private Sleeper() {}

    /** A source of early wake-ups. */
    @FunctionalInterface
    public interface Alarm {
        /**
         * Registers an action that ends the sleep early, and runs it at once if that is already due. Returns an action
         * that removes it.
         */
        Runnable set(Runnable wake);
    }

    /**
     * Sleeps for that long.
     *
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public static void sleep(Duration length) throws InterruptedException {
        sleep(length, wake -> () -> {});
    }

    /**
     * Sleeps for that long, or until the alarm goes off. Does not sleep if the length is not positive.
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
