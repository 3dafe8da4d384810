package dev.airlock.registry.install;

/** A source has no package. Nothing that it sent was kept. The message is for a person: the problem and the next step. */
public class SourceException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message sentences that are safe to show */
    public SourceException(String message) {
        super(message);
    }

    /** Returns the reason, in sentences. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
