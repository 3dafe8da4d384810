package dev.airlock.runtime.audit.store;

/**
 * The mark that the last writer left at a log's end.
 *
 * @param key the public key whose holders may write to the log, in base64; empty in a log of an earlier version
 * @param seal proof that a holder of the key wrote the end, in lower-case hex; empty in a log of an earlier version
 */
public record EndMark(String key, String seal) {
    /** The mark of a log without writers, or of an earlier version. */
    public static final EndMark NONE = new EndMark("", "");
}
