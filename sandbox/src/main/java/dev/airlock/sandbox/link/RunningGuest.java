package dev.airlock.sandbox.link;

/** A fresh instance of a guest, as whoever enters it sees it. Belongs to the call's own thread. */
public interface RunningGuest {
    /**
     * Runs an exported function to its end. Goes on if the call may, before and after.
     *
     * @param export a function that the module exports
     * @param arguments one for each parameter; an i32 in the low half
     * @return its result, or 0 if it has none
     */
    long call(String export, long... arguments);

    /**
     * Its memory; a range that does not lie in it ends the call and names that function.
     *
     * @param function what handed the range over
     */
    GuestMemory memory(String function);

    /** What is done with a fresh instance once its start function has run; it may throw what ends the call. */
    @FunctionalInterface
    interface Entry {
        /** Enters the guest. */
        void enter(RunningGuest guest);
    }
}
