package dev.airlock.sandbox.state;

import dev.airlock.sandbox.load.Deadline;

/** Until when a call may wait for its state, and whether it may still change it. */
public interface StateGuard {
    /** Until when the call may wait. */
    Deadline deadline();

    /**
     * Runs what makes a change last, unless the call is over: then nothing is run and what ended the call is thrown. While it
     * runs, the call does not end.
     */
    void commit(Runnable change);
}
