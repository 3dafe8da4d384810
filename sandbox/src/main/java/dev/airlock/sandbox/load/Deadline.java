package dev.airlock.sandbox.load;

/** Until when something that waits or works may go on. */
public interface Deadline {
    /** Nanoseconds until it has to end; zero or less when it should have. */
    long remainingNanos();

    /** Goes on if it may, and throws what says that it has to end. */
    void check();

    /**
     * Has an action run when it ends before its time, at most once: to wake up what waits. The action is quick and does not
     * throw.
     *
     * @return what takes the action back
     */
    Runnable onEnd(Runnable action);
}
