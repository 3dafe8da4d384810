package dev.airlock.runtime.actions.tools;

/** Whoever runs actions begins none any more: thrown by what stands around runs, before one began. */
public final class ClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With who is closed, as a sentence. */
    public ClosedException(String who) {
        super(who);
    }
}
