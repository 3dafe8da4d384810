package dev.airlock.sandbox;

import dev.airlock.sandbox.call.CallScope;
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

    /** Ends the call at its deadline, unless it is over by then. */
    ScheduledFuture<?> watch(CallScope scope) {
        return timer.schedule(scope::expire, Math.max(0, scope.remainingNanos()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
