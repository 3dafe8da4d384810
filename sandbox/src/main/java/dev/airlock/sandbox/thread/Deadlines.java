package dev.airlock.sandbox.thread;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.time.Clock;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends calls at their deadline from outside, which breaks off a call that waits in the network. Thread-safe.
 *
 * <p>Its thread looks at all calls at the earliest deadline that it knows, and a new call wakes it only if that call is
 * due before. Most calls end long before their deadline, so the thread wakes once in the time that a call has, and
 * never while there are no calls.
 */
public final class Deadlines implements AutoCloseable {
    /** Farther away than any deadline; no sum with it overflows. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final ScheduledThreadPoolExecutor timer;
    private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
    private final long originNanos = Clock.SYSTEM.monotonicNanos();

    /** When the thread looks next, in nanoseconds since the origin. */
    private final AtomicLong nextLook = new AtomicLong(NEVER);

    /** A call that is under way. Compared by identity. */
    private static final class Watched {
        private final CallScope scope;
        private final long dueNanos;

        Watched(CallScope scope, long dueNanos) {
            this.scope = scope;
            this.dueNanos = dueNanos;
        }
    }

    public Deadlines() {
        timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "airlock-deadlines");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Ends the call at its deadline, unless it is over by then.
     *
     * @return the action to run when the call is over
     * @throws IllegalStateException if the sandbox was closed
     */
    public Runnable watch(CallScope scope) {
        Watched one = new Watched(scope, now() + Math.min(NEVER / 2, Math.max(0, scope.remainingNanos())));
        watched.add(one);
        try {
            if (timer.isShutdown()) {
                throw new RejectedExecutionException();
            }
            lookAt(one.dueNanos);
        } catch (RejectedExecutionException e) {
            watched.remove(one);
            throw new IllegalStateException("the sandbox is closed", e);
        }
        return () -> watched.remove(one);
    }

    /** How often its thread will wake from now on, if no more calls come. */
    int plannedLooks() {
        return timer.getQueue().size();
    }

    private void lookAt(long dueNanos) {
        long next = nextLook.get();
        while (dueNanos < next) {
            if (nextLook.compareAndSet(next, dueNanos)) {
                ScheduledFuture<?> unused = timer.schedule(this::look, dueNanos - now(), TimeUnit.NANOSECONDS);
                return;
            }
            next = nextLook.get();
        }
    }

    /**
     * Ends the calls that are due. A call that is watched from now on schedules its own look; this look finds those
     * from before.
     */
    private void look() {
        nextLook.set(NEVER);
        long earliest = NEVER;
        for (Iterator<Watched> all = watched.iterator(); all.hasNext(); ) {
            Watched one = all.next();
            if (one.dueNanos <= now()) {
                all.remove();
                timer.execute(one.scope::expire); // so that a failure in one does not stop the others
            } else {
                earliest = Math.min(earliest, one.dueNanos);
            }
        }
        lookAt(earliest);
    }

    private long now() {
        return Clock.SYSTEM.monotonicNanos() - originNanos;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
