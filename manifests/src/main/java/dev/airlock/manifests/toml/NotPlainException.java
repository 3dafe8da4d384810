package dev.airlock.manifests.toml;

/** A text holds TOML that {@link PlainToml} leaves to the parser for all of it, or is no TOML. */
final class NotPlainException extends Exception {
    private static final long serialVersionUID = 1L;

    NotPlainException() {
        super("not plain", null, false, false);
    }
}
