package dev.airlock.runtime.install;

/** A source gives no package. Nothing was kept of what it gave. The message is for a person: what is wrong, and what to do. */
public class SourceException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message sentences that are safe to show */
    public SourceException(String message) {
        super(message);
    }

    /** Why, as sentences. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
