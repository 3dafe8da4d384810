package dev.airlock.runtime.audit.store;

/** The audit log cannot be read or written. The message says why; it names no path and no password. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    StoreUnavailableException(String message) {
        super(message);
    }
}
