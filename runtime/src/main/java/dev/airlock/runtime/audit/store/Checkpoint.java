package dev.airlock.runtime.audit.store;

/**
 * A signed statement about a log: its record of that number has that hash.
 *
 * @param kind what it is for
 * @param seq the record's number
 * @param hash the record's hash
 * @param atMillis when it was signed, in milliseconds since 1970
 * @param signature an Ed25519 signature in base64
 */
public record Checkpoint(Kind kind, long seq, String hash, long atMillis, String signature) {
    /** What a checkpoint is for. */
    public enum Kind {
        /** The log had come to that record. */
        HEAD("head"),
        /** All records up to that one were removed for their age; the log begins behind it. */
        BASE("base");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        /** The name under which it is kept and signed. */
        public String wireName() {
            return wireName;
        }

        /** What nobody signs, under a name that there is not, is no head: then its signature is not one of a base either. */
        static Kind of(String wireName) {
            return wireName.equals(HEAD.wireName) ? HEAD : BASE;
        }
    }
}
