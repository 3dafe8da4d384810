package dev.airlock.sandbox.cache;

/** A cache's folder or key cannot be trusted or used. The message says why and what to do, and is safe to show. */
public final class CacheUnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    CacheUnusableException(String message) {
        super(message);
    }
}
