package dev.airlock.sandbox.cache;

/**
 * A cache's folder or key cannot be trusted or used. The message gives the reason and the next step, and is safe to
 * show.
 */
public final class CacheUnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    CacheUnusableException(String message) {
        super(message);
    }
}
