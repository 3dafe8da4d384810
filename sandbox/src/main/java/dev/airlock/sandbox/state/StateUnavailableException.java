package dev.airlock.sandbox.state;

/** A store that cannot be opened, read or written, with what a person can do about it. Names no folder. */
public final class StateUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String next;

    /**
     * What happened.
     *
     * @param message a sentence without its full stop
     * @param next what to do next: whole sentences, for whoever runs Airlock
     */
    public StateUnavailableException(String message, String next) {
        super(message);
        this.next = next;
    }

    /** What happened, what to do next, and why. */
    public StateUnavailableException(String message, String next, Throwable cause) {
        super(message, cause);
        this.next = next;
    }

    /** What to do next: whole sentences. */
    public String next() {
        return next;
    }
}
