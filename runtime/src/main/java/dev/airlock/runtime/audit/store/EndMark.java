package dev.airlock.runtime.audit.store;

/**
 * What the last writer left beside a log's end.
 *
 * @param key the public key whose holders may write to the log, in base64; empty in a log of an earlier version
 * @param seal shows that a holder of the key wrote the end, in lower-case hex; empty in a log of an earlier version
 */
public record EndMark(String key, String seal) {
    /** What a log has that nobody has written to yet, or an earlier version. */
    public static final EndMark NONE = new EndMark("", "");
}
