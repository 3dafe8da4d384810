package dev.airlock.runtime.oauth;

import java.io.IOException;

/** The token endpoint could not be asked. The message is in Airlock's words and holds nothing secret. */
final class TokenEndpointException extends IOException {
    private static final long serialVersionUID = 1L;

    TokenEndpointException(String message) {
        super(message);
    }

    /** What happened, without a full stop. */
    String why() {
        String message = String.valueOf(getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
