package dev.airlock.sandbox.engine.parse;

/** The engine rejects a module. The message gives the reason, on one line, safe to show. */
public final class InvalidModuleException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidModuleException(String message) {
        super(message);
    }
}
