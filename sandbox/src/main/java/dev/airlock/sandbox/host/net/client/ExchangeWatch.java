package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches one exchange. It breaks the exchange off when a phase takes too long, and ends the call at its deadline,
 * which is also how that deadline reaches a thread that waits for the network. Thread-safe.
 */
final class ExchangeWatch implements AutoCloseable {
    private final Timeouts timeouts;
    private final ScheduledExecutorService timer;
    private final Runnable breakOff;
    private final Future<?> deadline;
    private Phase phase = Phase.LOOK_UP;
    private long dueNanos;
    private long timerNanos;
    private @Nullable Future<?> alarm;
    private boolean tripped;
    private boolean over;

    ExchangeWatch(CallScope scope, Timeouts timeouts, ScheduledExecutorService timer, Runnable breakOff) {
        this.timeouts = timeouts;
        this.timer = timer;
        this.breakOff = breakOff;
        this.deadline = timer.schedule(scope::expire, Math.max(0, scope.remainingNanos()), TimeUnit.NANOSECONDS);
    }

    /** Begins a phase. */
    synchronized void enter(Phase next) {
        if (!tripped) {
            phase = next;
            arm();
        }
    }

    /** Begins a phase unless it is already the current one. */
    synchronized void enterOnce(Phase next) {
        if (phase != next) {
            enter(next);
        }
    }

    /** Restarts the time of the current phase, because something moved in it. */
    synchronized void progress() {
        arm();
    }

    /** The current phase, or the one that took too long. */
    synchronized Phase phase() {
        return phase;
    }

    /** Whether the current phase took too long. */
    synchronized boolean tripped() {
        return tripped;
    }

    @Override
    public synchronized void close() {
        over = true;
        deadline.cancel(false);
        cancelAlarm();
    }

    /** Moves the due time; an alarm that rings too early is set again. */
    private void arm() {
        Optional<Long> limit = phase.limit(timeouts).map(Duration::toNanos);
        if (over || limit.isEmpty()) {
            cancelAlarm();
            return;
        }
        dueNanos = Clock.SYSTEM.monotonicNanos() + limit.get();
        if (alarm == null || timerNanos - dueNanos > 0) {
            cancelAlarm();
            setAlarm();
        }
    }

    private void setAlarm() {
        timerNanos = dueNanos;
        try {
            alarm = timer.schedule(this::ring, dueNanos - Clock.SYSTEM.monotonicNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            alarm = null; // the transport is closing, which breaks the exchange off by itself
        }
    }

    private void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    private void ring() {
        synchronized (this) {
            if (over) {
                return;
            }
            if (dueNanos - Clock.SYSTEM.monotonicNanos() > 0) {
                setAlarm();
                return;
            }
            tripped = true;
            over = true;
        }
        breakOff.run();
    }
}
