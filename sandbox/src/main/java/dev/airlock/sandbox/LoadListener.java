package dev.airlock.sandbox;

/** Is told how far a load has come. It is called on the thread that loads, and keeps it waiting. */
@FunctionalInterface
public interface LoadListener {
    /** Tells nobody. */
    LoadListener NONE = (phase, functions) -> {};

    /**
     * A phase begins.
     *
     * @param functions how many functions the module defines; 0 as long as it was not read
     */
    void begins(LoadPhase phase, int functions);
}
