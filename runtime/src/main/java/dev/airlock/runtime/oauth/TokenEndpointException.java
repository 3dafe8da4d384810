package dev.airlock.runtime.oauth;

import java.io.IOException;

/** The token endpoint could not be asked. The message is in Airlock's words and contains no secret. */
final class TokenEndpointException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isFinal;

    /** Creates an exception that the next attempt may not meet. */
    TokenEndpointException(String message) {
        this(message, false);
    }

    /** @param isFinal whether the next attempt will meet it too */
    TokenEndpointException(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    /** Returns whether the next attempt will meet it too. */
    boolean isFinal() {
        return isFinal;
    }

    /** Returns the reason, without a full stop. */
    String why() {
        String message = String.valueOf(getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
