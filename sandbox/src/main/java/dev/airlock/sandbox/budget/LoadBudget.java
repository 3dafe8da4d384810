package dev.airlock.sandbox.budget;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * The time of a load, or of a compilation in the background. Code that reads, rewrites, parses or compiles a module
 * asks it every few milliseconds whether to go on.
 *
 * <p>{@link #cancel} may be called from any thread, and so may {@link #check}, which throws in the thread that asked.
 * One budget may serve several threads.
 */
public final class LoadBudget implements Deadline {
    private static final long ENDLESS_MILLIS = TimeUnit.DAYS.toMillis(365);

    private final Clock clock;
    private final long startNanos;
    private final long millis;
    private volatile boolean cancelled;

    /**
     * A budget that starts now.
     *
     * @param clock {@link Clock#SYSTEM} outside tests
     * @param millis how long the load may take, in milliseconds, at least 1
     */
    public LoadBudget(Clock clock, long millis) {
        this.clock = clock;
        this.startNanos = clock.monotonicNanos();
        this.millis = millis;
    }

    /** A budget that is never used up, for modules that a person's own tools read. */
    public static LoadBudget endless() {
        return new LoadBudget(Clock.SYSTEM, ENDLESS_MILLIS);
    }

    /** Stops the load at its next check, because no one waits for it any more. */
    public void cancel() {
        cancelled = true;
    }

    /** Whether the load was cancelled. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Milliseconds since the budget started. */
    public long elapsedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(clock.monotonicNanos() - startNanos);
    }

    @Override
    public long remainingNanos() {
        return TimeUnit.MILLISECONDS.toNanos(millis) - (clock.monotonicNanos() - startNanos);
    }

    /**
     * Checks that the load may go on.
     *
     * @throws LoadStopped if it was cancelled or its time is over
     */
    @Override
    public void check() {
        if (cancelled) {
            throw LoadStopped.cancelled();
        }
        if (remainingNanos() <= 0) {
            throw timeIsOver();
        }
    }

    /** Returns the exception to throw or report when the time is over. */
    public LoadStopped timeIsOver() {
        return LoadStopped.at(LimitName.COMPILE, millis, Math.max(millis, elapsedMillis()));
    }

    /** Does nothing: giving up a load interrupts its waits, so no wake-up is needed. */
    @Override
    public Runnable onEnd(Runnable action) {
        return () -> {};
    }
}
