package dev.airlock.sandbox.recording.json;

/** A recording cannot be read. The message names the problem and follows "the recording ". */
public final class BadRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message the problem */
    public BadRecordingException(String message) {
        super(message);
    }
}
