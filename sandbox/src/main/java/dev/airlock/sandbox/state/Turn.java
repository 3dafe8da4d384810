package dev.airlock.sandbox.state;

import dev.airlock.failures.WaitedFor;
import dev.airlock.sandbox.load.Deadline;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Who uses a store: one at a time, in the order in which they came. Whoever waits, waits at most until its call ends. */
final class Turn {
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ReentrantLock lock = new ReentrantLock(true);

    /**
     * Waits for the turn of a call.
     *
     * @param inTheWay what the call waits for, asked anew while it does: who has the turn may itself wait for another process
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

    /** Takes it for something that belongs to no call. */
    void take() {
        lock.lock();
    }

    /** Takes it if nobody has it. */
    boolean tryTake() {
        return lock.tryLock();
    }

    void giveBack() {
        lock.unlock();
    }

    /** Says what ended the call, if something did. */
    static void interrupted(Deadline deadline, InterruptedException e) {
        Thread.currentThread().interrupt();
        deadline.check();
        throw new StateUnavailableException(
                "waiting for the state of connectors was interrupted", "Make the call again.", e);
    }
}
