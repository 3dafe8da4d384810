package dev.airlock.sandbox.thread;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one kind. The thread that became free last takes the next work; if none is free, a new one does. A free
 * thread spins for a moment if that pays, see {@link HandOff}, then sleeps, and ends after a while without work.
 * Thread-safe.
 */
final class SpareThreads implements AutoCloseable {
    /** How long a thread waits for more work: long enough for a busy host, short enough to return its stack soon. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Replaces the work of a thread that takes no more. */
    private static final Work GONE = free -> {};

    /** A piece of work. */
    interface Work {
        /**
         * Does the work. It does not throw. An interruption that is meant for it arrives before it is over, or never.
         *
         * @param free reports that the thread will be free at once, so that a caller who is notified of the end finds
         *     it
         */
        void run(Runnable free);
    }

    private final ThreadFactory factory;
    private final HandOff handOff;
    private final ConcurrentLinkedDeque<Spare> free = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** @param factory makes a thread that runs what it is given, and nothing else */
    SpareThreads(ThreadFactory factory, HandOff handOff) {
        this.factory = factory;
        this.handOff = handOff;
    }

    /**
     * Runs the work at once.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    void execute(Work work) {
        if (closed) {
            throw new RejectedExecutionException("the threads are closed");
        }
        for (Spare spare = free.pollFirst(); spare != null; spare = free.pollFirst()) {
            if (spare.takes(work)) {
                return;
            }
        }
        factory.newThread(new Spare(work)).start();
    }

    /** Ends free threads at once, and the others when their work ends. */
    @Override
    public void close() {
        closed = true;
        free.forEach(Spare::wake);
    }

    /** One thread's loop. */
    private final class Spare implements Runnable {
        private final AtomicReference<@Nullable Work> work = new AtomicReference<>();
        private final Semaphore bell = new Semaphore(0);
        private volatile boolean sleeps;
        private boolean isFree;

        Spare(Work first) {
            work.set(first);
        }

        /** Gives it work. Returns false if it has some already, or takes no more. */
        boolean takes(Work next) {
            boolean taken = work.compareAndSet(null, next);
            if (taken) {
                wake();
            }
            return taken;
        }

        void wake() {
            if (sleeps) {
                bell.release();
            }
        }

        @Override
        public void run() {
            Work next = work.get();
            while (next != null && next != GONE) {
                isFree = false;
                next.run(this::becomeFree);
                becomeFree();
                next = getTask();
            }
        }

        private void becomeFree() {
            if (!isFree) {
                isFree = true;
                work.set(null);
                free.addFirst(this);
            }
        }

        /**
         * Waits for work; returns {@link #GONE} if none came. It has the name of the method in the JDK's pools by which
         * an idle thread is recognised in a dump.
         */
        private @Nullable Work getTask() {
            if (!handOff.spinForWork(this::hasWork)) {
                sleep();
            }
            if (work.compareAndSet(null, GONE)) {
                free.remove(this);
            }
            boolean unused = Thread.interrupted(); // one for the work before, which is over
            return work.get();
        }

        private boolean hasWork() {
            return work.get() != null;
        }

        /** Sleeps until it is woken. A wake-up that comes too late is harmless: it wakes the thread once in vain. */
        private void sleep() {
            sleeps = true;
            long end = Clock.SYSTEM.monotonicNanos() + IDLE_NANOS;
            long left = IDLE_NANOS;
            while (!hasWork() && !closed && left > 0) {
                try {
                    boolean unused = bell.tryAcquire(left, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // meant for the work before, which is over
                }
                left = end - Clock.SYSTEM.monotonicNanos();
            }
            sleeps = false;
        }
    }
}
