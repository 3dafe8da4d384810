package dev.airlock.sandbox.api;

/** A listener to the progress of a load. It is called on the thread that loads, which waits for it. */
@FunctionalInterface
public interface LoadListener {
    /** Ignores every phase. */
    LoadListener NONE = (phase, functions) -> {};

    /**
     * Reports that a phase begins.
     *
     * @param functions the number of functions that the module defines; 0 until it has been read
     */
    void begins(LoadPhase phase, int functions);
}
