package dev.airlock.runtime.oauth;

import java.io.IOException;

/** The token endpoint could not be asked. The message is in Airlock's words and holds nothing secret. */
final class TokenEndpointException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isFinal;

    /** One that the next attempt may not meet. */
    TokenEndpointException(String message) {
        this(message, false);
    }

    /** @param isFinal whether the next attempt will meet it too */
    TokenEndpointException(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    /** Whether the next attempt will meet it too. */
    boolean isFinal() {
        return isFinal;
    }

    /** What happened, without a full stop. */
    String why() {
        String message = String.valueOf(getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
