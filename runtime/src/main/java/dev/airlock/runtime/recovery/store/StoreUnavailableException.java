package dev.airlock.runtime.recovery.store;

/** The store cannot be read or written. The message says why and names no path. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
