package dev.airlock.runtime.audit.store;

/**
 * The end of a log.
 *
 * @param seq the number of its last record; 0 if it never had one
 * @param hash the hash of its last record; 64 zeros if it never had one
 */
public record Head(long seq, String hash) {
    /** The end of a log that has no record yet. */
    public static final Head NONE = new Head(0, "0".repeat(64));
}
