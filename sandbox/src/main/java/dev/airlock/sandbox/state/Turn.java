package dev.airlock.sandbox.state;

import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.sandbox.budget.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The turn to use a store: one user at a time, in the order of arrival. A call waits at most until it ends. */
final class Turn {
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ReentrantLock lock = new ReentrantLock(true);

    /**
     * Waits for the turn of a call.
     *
     * @param inTheWay the reason for the wait, asked again while it lasts: the present user may itself wait for another
     *     process
     */
    void take(StateGuard guard, Supplier<WaitedFor> inTheWay) {
        Runnable done = guard.waitingFor(inTheWay.get());
        try {
            while (!lock.tryLock(PAUSE_NANOS, TimeUnit.NANOSECONDS)) {
                guard.deadline().check();
                done.run();
                done = guard.waitingFor(inTheWay.get());
            }
        } catch (InterruptedException e) {
            interrupted(guard.deadline(), e);
        } finally {
            done.run();
        }
    }

    /** Takes the turn for work that belongs to no call. */
    void take() {
        lock.lock();
    }

    /** Takes the turn if it is free. */
    boolean tryTake() {
        return lock.tryLock();
    }

    void giveBack() {
        lock.unlock();
    }

    /** Throws the exception that ended the call, if it has ended, else one for the interruption. */
    static void interrupted(Deadline deadline, InterruptedException e) {
        Thread.currentThread().interrupt();
        deadline.check();
        throw new StateUnavailableException(
                "waiting for the state of connectors was interrupted", "Make the call again.", e);
    }
}
