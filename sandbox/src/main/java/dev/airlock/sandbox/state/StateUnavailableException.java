package dev.airlock.sandbox.state;

/** A store that cannot be opened, read or written. */
public final class StateUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What happened. */
    public StateUnavailableException(String message) {
        super(message);
    }

    /** What happened, and why. */
    public StateUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
