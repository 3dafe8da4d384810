package dev.airlock.sandbox;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads of one kind: the one that was free last takes the next work, and a new one if none is free. A free thread looks for work for a
 * moment where that pays, see {@link HandOff}, then sleeps, and ends when nothing has come for a while. Thread-safe.
 */
final class SpareThreads implements AutoCloseable {
    /** How long a thread waits for more work: long enough for a busy host, short enough to give its stack back. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Stands in the place of work where a thread takes none any more. */
    private static final Work GONE = free -> {};

    /** Something to be done. */
    interface Work {
        /**
         * Does it. It does not throw, and an interruption that is for it comes before it is over, or never.
         *
         * @param free says that the thread will be free at once, so that whoever hears of the end finds it
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
     * Has work done, at once.
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

    /** Lets free threads go at once, and the others when they end their work. */
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

        /** Gives it work; false if it has some, or takes none any more. */
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

        /** Waits for work; {@link #GONE} if none came. Named as in the JDK's pools, by which whoever looks at threads knows an idle one. */
        private @Nullable Work getTask() {
            if (!handOff.spinForWork(this::hasWork)) {
                sleep();
            }
            if (work.compareAndSet(null, GONE)) {
                free.remove(this);
            }
            boolean unused = Thread.interrupted(); // for the work before, which is over
            return work.get();
        }

        private boolean hasWork() {
            return work.get() != null;
        }

        /** A ring that comes too late is for nothing, and wakes it once for nothing. */
        private void sleep() {
            sleeps = true;
            long end = Clock.SYSTEM.monotonicNanos() + IDLE_NANOS;
            long left = IDLE_NANOS;
            while (!hasWork() && !closed && left > 0) {
                try {
                    boolean unused = bell.tryAcquire(left, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    // for the work before, which is over
                }
                left = end - Clock.SYSTEM.monotonicNanos();
            }
            sleeps = false;
        }
    }
}
