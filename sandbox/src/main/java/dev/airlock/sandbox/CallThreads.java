package dev.airlock.sandbox;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for calls and loads: one for each, never used again, with a stack of known size. */
final class CallThreads {
    /** How long a thread that was told to end may take before it is interrupted, and again before it is given up. */
    static final long GRACE_MILLIS = 100;

    private final AtomicLong count = new AtomicLong();

    /** Work on a thread of its own. */
    static final class Task {
        private final Thread thread;
        private final CountDownLatch done;

        private Task(Thread thread, CountDownLatch done) {
            this.thread = thread;
            this.done = done;
        }

        /** Waits for the work to end; false if it has not after that long. */
        boolean await(long nanos) throws InterruptedException {
            return done.await(nanos, TimeUnit.NANOSECONDS);
        }

        /** Waits a little, then interrupts and waits a little more; false if the thread does not come back. */
        boolean bringBack() {
            return awaitQuietly() || interruptAndAwait();
        }

        private boolean interruptAndAwait() {
            thread.interrupt();
            return awaitQuietly();
        }

        private boolean awaitQuietly() {
            boolean interrupted = false;
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
            try {
                while (true) {
                    try {
                        return done.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Starts the work on a thread of its own; the work must not throw. */
    Task start(String what, long stackBytes, Runnable work) {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                    } finally {
                        done.countDown();
                    }
                },
                "airlock-" + what + "-" + count.incrementAndGet(),
                stackBytes);
        thread.setDaemon(true);
        thread.start();
        return new Task(thread, done);
    }
}
