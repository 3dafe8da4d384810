package dev.airlock.sandbox.state;

/** A store that cannot be opened, read or written, with advice for a person. Names no folder. */
public final class StateUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String next;

    /**
     * Says what happened and what to do next.
     *
     * @param message a sentence without its full stop
     * @param next what to do next: whole sentences, for the person who runs Airlock
     */
    public StateUnavailableException(String message, String next) {
        super(message);
        this.next = next;
    }

    /** Says what happened, what to do next, and why. */
    public StateUnavailableException(String message, String next, Throwable cause) {
        super(message, cause);
        this.next = next;
    }

    /** What to do next, in whole sentences. */
    public String next() {
        return next;
    }
}
