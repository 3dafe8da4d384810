package dev.airlock.sandbox.link;

/** A fresh instance of a guest, as the code that enters it sees it. Belongs to the call's own thread. */
public interface RunningGuest {
    /**
     * Runs an exported function to its end. Before and after, checks that the call may go on.
     *
     * @param export a function that the module exports
     * @param arguments one for each parameter; an i32 in the low half
     * @return its result, or 0 if it has none
     */
    long call(String export, long... arguments);

    /**
     * Returns its memory. A range outside it ends the call, and the termination names that function.
     *
     * @param function the function that passed the range
     */
    GuestMemory memory(String function);

    /** The work on a fresh instance once its start function has run; may throw the exception that ends the call. */
    @FunctionalInterface
    interface Entry {
        /** Enters the guest. */
        void enter(RunningGuest guest);
    }
}
