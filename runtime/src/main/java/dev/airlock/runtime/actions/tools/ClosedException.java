package dev.airlock.runtime.actions.tools;

/** The owner of the tools is closed and begins no more runs. Thrown before a run begins. */
public final class ClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param who the closed owner, as a sentence
     */
    public ClosedException(String who) {
        super(who);
    }
}
