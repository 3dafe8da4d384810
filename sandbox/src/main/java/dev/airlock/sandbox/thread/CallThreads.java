package dev.airlock.sandbox.thread;

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
 * Threads for calls and loads, each with a stack of known size. A thread that finished one piece of work is used for
 * another, which never sees an interruption meant for the first. A thread that does not come back is never used again.
 * Thread-safe.
 */
public final class CallThreads implements AutoCloseable {
    /** How long a thread that was asked to end has before it is interrupted, and then again before it is given up. */
    public static final long GRACE_MILLIS = 100;

    /** The unit of stack sizes: connectors with similar needs share threads. */
    private static final long STACK_STEP_BYTES = 1L << 20;

    private final AtomicLong count = new AtomicLong();
    private final HandOff handOff = new HandOff();
    private final Map<Kind, SpareThreads> pools = new ConcurrentHashMap<>();

    /** A kind of thread. Threads of one kind can take each other's work. */
    private record Kind(String what, long stackBytes) {}

    /** A piece of work that has a thread to itself. */
    public static final class Task {
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final FutureTask<Void> running;
        private final HandOff handOff;
        private Runnable freesThread = () -> {};

        public Task(Runnable work, HandOff handOff) {
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

        /** Runs the work on a thread that is free afterwards. */
        private void run(Runnable free) {
            freesThread = free;
            running.run();
        }

        private void end() {
            handOff.ends();
            freesThread.run();
            done.complete(null);
        }

        /** Runs an action when the work ends after all, or at once if it has ended. */
        public void whenDone(Runnable action) {
            CompletableFuture<Void> unused = done.thenRun(action);
        }

        /** Waits for the work to end. Returns false if it has not ended in that time. */
        public boolean await(long nanos) throws InterruptedException {
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

        /** Waits a little, then interrupts and waits a little more. Returns false if the thread does not come back. */
        public boolean bringBack() {
            return awaitQuietly() || interruptAndAwait();
        }

        /**
         * Interrupts the work. {@link FutureTask} makes sure that the interruption arrives before the work is over or
         * not at all.
         */
        private boolean interruptAndAwait() {
            running.cancel(true);
            if (begun.compareAndSet(false, true)) {
                handOff.ends();
                done.complete(null); // no thread took the work, and none will
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

    /** Runs the work on a thread with at least that much stack. The work must not throw. */
    public Task start(String what, long stackBytes, Runnable work) {
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

    /** Ends idle threads at once, and the others when their work ends. */
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
