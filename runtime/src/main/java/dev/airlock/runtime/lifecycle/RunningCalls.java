package dev.airlock.runtime.lifecycle;

import dev.airlock.runtime.actions.tools.ClosedException;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The running calls and loads of one runtime, so that they can be ended. Thread-safe. */
public final class RunningCalls {
    private static final long IDLE_SECONDS = 30;

    private final Set<Work> underWay = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ThreadPoolExecutor threads;
    private boolean closed;

    /** @param asyncCalls how many asynchronous calls may run at once; further calls queue */
    public RunningCalls(int asyncCalls) {
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                asyncCalls, asyncCalls, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "airlock-async-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** A piece of running work. The methods of loads are called under the lock. */
    private interface Work {
        void end();

        /** Returns the thread that does the work. */
        Thread thread();

        /** Runs on the work's own thread, after the work. */
        default void isOver() {}
    }

    /** Work that ends when it is cancelled. */
    private record Cancellable(Cancellation cancellation, Thread thread) implements Work {
        @Override
        public void end() {
            cancellation.cancel();
        }
    }

    /** A load. It ends when its thread is interrupted; afterwards the interrupt flag is cleared again. */
    private static final class Load implements Work {
        private final Thread thread = Thread.currentThread();
        private boolean ended;

        @Override
        public Thread thread() {
            return thread;
        }

        @Override
        public void end() {
            ended = true;
            thread.interrupt();
        }

        @Override
        public void isOver() {
            if (ended) {
                Thread.interrupted();
            }
        }
    }

    public <T> T call(Cancellation cancellation, Supplier<T> call) {
        return under(new Cancellable(cancellation, Thread.currentThread()), call);
    }

    /** Runs a load, which ends when its thread is interrupted, so that a cancellation ends it too. */
    public <T> T load(Cancellation cancellation, Supplier<T> load) {
        Load work = new Load();
        return under(work, () -> {
            Runnable takeBack = cancellation.onCancel(() -> end(work));
            try {
                return load.get();
            } finally {
                takeBack.run();
            }
        });
    }

    private synchronized void end(Work work) {
        if (underWay.contains(work)) {
            work.end();
        }
    }

    public <T> CompletableFuture<T> async(Cancellation cancellation, Supplier<T> call) {
        CallFuture<T> future = new CallFuture<>(cancellation);
        synchronized (this) {
            requireOpen();
            threads.execute(() -> future.completeBy(() -> call(cancellation, call)));
        }
        return future;
    }

    /** A pending result. Cancelling it cancels the call. */
    private static final class CallFuture<T> extends CompletableFuture<T> {
        private final Cancellation cancellation;

        private volatile boolean over;

        CallFuture(Cancellation cancellation) {
            this.cancellation = cancellation;
            CompletableFuture<T> unused = whenComplete((result, failure) -> endCall());
        }

        /** Cancels the call if something else completed the future first, for instance a time limit. */
        private void endCall() {
            if (!over) {
                cancellation.cancel();
            }
        }

        void completeBy(Supplier<T> call) {
            try {
                T result = call.get();
                over = true;
                complete(result);
            } catch (RuntimeException | Error e) { // otherwise its waiters would wait forever
                over = true;
                completeExceptionally(e);
            }
        }
    }

    private <T> T under(Work work, Supplier<T> doing) {
        synchronized (this) {
            requireOpen();
            underWay.add(work);
        }
        try {
            return doing.get();
        } finally {
            synchronized (this) {
                underWay.remove(work);
                work.isOver();
                notifyAll();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("this Airlock is closed");
        }
    }

    /**
     * Ends everything that is running and admits no more. Waits until nothing is running or the time is over. Queued calls complete with an
     * {@link IllegalStateException}.
     *
     * @param faults receives the exceptions of listeners that are notified of a cancellation
     * @return false if it was closed before
     */
    public boolean close(Duration within, Consumer<Throwable> faults) {
        List<Work> ending;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            ending = List.copyOf(underWay);
        }
        ending.forEach(work -> end(work, faults));
        threads.shutdown();
        awaitEnd(Clock.SYSTEM.monotonicNanos() + TimeUnit.NANOSECONDS.convert(within));
        return true;
    }

    /** Ends one piece of work. An exception of a cancellation listener does not keep the others from ending. */
    private void end(Work work, Consumer<Throwable> faults) {
        try {
            if (work instanceof Cancellable call) {
                call.end(); // its listeners are foreign code, which must not run under the lock
            } else {
                end(work);
            }
        } catch (RuntimeException | Error e) {
            faults.accept(e);
        }
    }

    /**
     * Returns whether other threads still work. A listener that closes the runtime runs inside a call, which cannot end before the listener
     * returns.
     */
    private boolean othersAreUnderWay() {
        return underWay.stream().anyMatch(work -> !work.thread().equals(Thread.currentThread()));
    }

    private synchronized void awaitEnd(long deadline) {
        try {
            long left = deadline - Clock.SYSTEM.monotonicNanos();
            while (othersAreUnderWay() && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = deadline - Clock.SYSTEM.monotonicNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
