package dev.airlock.sandbox.state;

import dev.airlock.failures.WaitedFor;
import dev.airlock.sandbox.load.Deadline;

/** Until when a call may wait for its state, and whether it may still change it. */
public interface StateGuard {
    /** Until when the call may wait. */
    Deadline deadline();

    /**
     * The call waits for its state from now on, for one of the reasons that concern it, so that it can say so if that takes too long.
     *
     * @return what says that it waits no more
     */
    default Runnable waitingFor(WaitedFor what) {
        return () -> {};
    }

    /**
     * Runs what makes a change last, unless the call is over: then nothing is run and what ended the call is thrown. While it
     * runs, the call does not end.
     */
    void commit(Runnable change);
}
