package dev.airlock.sandbox;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for calls and loads: one for each, never used again, with a stack of known size. */
final class CallThreads {
    /** How long a thread that was told to end may take before it is interrupted, and again before it is given up. */
    static final long GRACE_MILLIS = 100;

    private final AtomicLong count = new AtomicLong();

    /** Work on a thread of its own. */
    static final class Task {
        private final Thread thread;
        private final CompletableFuture<Void> done;

        private Task(Thread thread, CompletableFuture<Void> done) {
            this.thread = thread;
            this.done = done;
        }

        /** Has an action run when the work ends after all, or at once if it has ended. */
        void whenDone(Runnable action) {
            CompletableFuture<Void> unused = done.thenRun(action);
        }

        /** Waits for the work to end; false if it has not after that long. */
        boolean await(long nanos) throws InterruptedException {
            try {
                done.get(nanos, TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("a task never completes with an exception", e);
            }
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
                        return await(deadline - System.nanoTime());
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
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                    } finally {
                        done.complete(null);
                    }
                },
                "airlock-" + what + "-" + count.incrementAndGet(),
                stackBytes);
        thread.setDaemon(true);
        thread.start();
        return new Task(thread, done);
    }
}
