package dev.airlock.formats.toml.plain;

/** Thrown when a text holds TOML that {@link PlainToml} leaves to the full parser, or no TOML. */
final class NotPlainException extends Exception {
    private static final long serialVersionUID = 1L;

    NotPlainException() {
        super("not plain", null, false, false);
    }
}
