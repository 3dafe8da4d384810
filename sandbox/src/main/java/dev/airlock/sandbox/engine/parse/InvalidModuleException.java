package dev.airlock.sandbox.engine.parse;

/** The engine does not take a module. The message says why, on one line, safe to show. */
public final class InvalidModuleException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidModuleException(String message) {
        super(message);
    }
}
