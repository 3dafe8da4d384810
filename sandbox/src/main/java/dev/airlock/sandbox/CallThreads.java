package dev.airlock.sandbox;

import dev.airlock.sandbox.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads for calls and loads, each with a stack of known size. A thread that ended one piece of work is used for another,
 * which never sees an interruption that was meant for the first; a thread that does not come back is never used again.
 * Thread-safe.
 */
final class CallThreads implements AutoCloseable {
    /** How long a thread that was told to end may take before it is interrupted, and again before it is given up. */
    static final long GRACE_MILLIS = 100;

    /** Stacks come in multiples of it, so that connectors with about the same needs share threads. */
    private static final long STACK_STEP_BYTES = 1L << 20;

    private final AtomicLong count = new AtomicLong();
    private final HandOff handOff = new HandOff();
    private final Map<Kind, SpareThreads> pools = new ConcurrentHashMap<>();

    /** Threads of a kind can take each other's work. */
    private record Kind(String what, long stackBytes) {}

    /** Work on a thread that does nothing else meanwhile. */
    static final class Task {
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final FutureTask<Void> running;
        private final HandOff handOff;
        private Runnable freesThread = () -> {};

        Task(Runnable work, HandOff handOff) {
            this.handOff = handOff;
            this.running = new FutureTask<>(() -> work(work), null);
        }

        private void work(Runnable work) {
            if (begun.compareAndSet(false, true)) {
                try {
                    work.run();
                } finally {
                    end();
                }
            }
        }

        /** On a thread that is free when the work has ended. */
        private void run(Runnable free) {
            freesThread = free;
            running.run();
        }

        private void end() {
            handOff.ends();
            freesThread.run();
            done.complete(null);
        }

        /** Has an action run when the work ends after all, or at once if it has ended. */
        void whenDone(Runnable action) {
            CompletableFuture<Void> unused = done.thenRun(action);
        }

        /** Waits for the work to end; false if it has not after that long. */
        boolean await(long nanos) throws InterruptedException {
            try {
                if (handOff.spinUntil(done::isDone, nanos)) {
                    return true;
                }
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

        /** The interruption arrives before the work is over or not at all: that is what a future task sees to. */
        private boolean interruptAndAwait() {
            running.cancel(true);
            if (begun.compareAndSet(false, true)) {
                handOff.ends();
                done.complete(null); // no thread had taken it, and none will now
            }
            return awaitQuietly();
        }

        private boolean awaitQuietly() {
            boolean interrupted = false;
            long deadline = Clock.SYSTEM.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
            try {
                while (true) {
                    try {
                        return await(deadline - Clock.SYSTEM.monotonicNanos());
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

    /** Has the work done on a thread with at least so much stack; the work must not throw. */
    Task start(String what, long stackBytes, Runnable work) {
        Task task = new Task(work, handOff);
        SpareThreads pool = pool(what, stackBytes);
        handOff.begins();
        try {
            pool.execute(task::run);
            return task;
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            handOff.ends();
            throw noThread;
        }
    }

    /** Lets idle threads go at once, and the others when they end their work. */
    @Override
    public void close() {
        pools.values().forEach(SpareThreads::close);
    }

    private SpareThreads pool(String what, long stackBytes) {
        long steps = (stackBytes + STACK_STEP_BYTES - 1) / STACK_STEP_BYTES;
        return pools.computeIfAbsent(new Kind(what, steps * STACK_STEP_BYTES), this::newPool);
    }

    private SpareThreads newPool(Kind kind) {
        return new SpareThreads(work -> newThread(kind, work), handOff);
    }

    private Thread newThread(Kind kind, Runnable work) {
        String name = "airlock-" + kind.what() + "-" + count.incrementAndGet();
        Thread thread = new Thread(null, work, name, kind.stackBytes());
        thread.setDaemon(true);
        return thread;
    }
}
