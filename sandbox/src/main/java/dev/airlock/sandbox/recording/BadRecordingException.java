package dev.airlock.sandbox.recording;

/** A recording cannot be read; the message says what is wrong with it, to follow "the recording ". */
public final class BadRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is wrong with it. */
    public BadRecordingException(String message) {
        super(message);
    }
}
