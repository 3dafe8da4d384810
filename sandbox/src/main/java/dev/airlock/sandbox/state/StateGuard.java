package dev.airlock.sandbox.state;

import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.sandbox.budget.Deadline;

/** Decides how long a call may wait for its state, and whether it may still change it. */
public interface StateGuard {
    /** The time until which the call may wait. */
    Deadline deadline();

    /**
     * Records that the call waits for its state from now on, with one of the reasons that concern it, so that the
     * reason can be reported if the wait is too long.
     *
     * @return an action that records the end of the wait
     */
    default Runnable waitingFor(WaitedFor what) {
        return () -> {};
    }

    /**
     * Runs the commit of a change, unless the call is over; then it throws the exception that ended the call and runs
     * nothing. While the commit runs, the call does not end.
     */
    void commit(Runnable change);
}
