package dev.airlock.sandbox;

import dev.airlock.sandbox.call.CallScope;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends calls at their deadline, from outside: what breaks off a call that waits in the network. */
final class Deadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    Deadlines() {
        timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "airlock-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Ends the call at its deadline, unless it is over by then.
     *
     * @throws IllegalStateException if the sandbox was closed
     */
    ScheduledFuture<?> watch(CallScope scope) {
        try {
            return timer.schedule(scope::expire, Math.max(0, scope.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the sandbox is closed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
