package dev.airlock.runtime.recovery.store;

/** The store cannot be read or written. The message says why and names no path. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean busy;

    StoreUnavailableException(String message, boolean busy, Throwable cause) {
        super(message, cause);
        this.busy = busy;
    }

    /** Whether somebody else has locked it, so that it may be there in a moment. */
    public boolean isBusy() {
        return busy;
    }
}
