package dev.airlock.formats.json;

/** Thrown when a text is not exactly one strict JSON document. The message says why and is safe to show, because it quotes nothing. */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String message) {
        super(message);
    }
}
