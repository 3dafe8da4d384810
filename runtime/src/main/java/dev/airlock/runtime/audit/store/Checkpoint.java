package dev.airlock.runtime.audit.store;

/**
 * A signed statement about a log: the record with a number has a certain hash.
 *
 * @param kind its purpose
 * @param seq the record's number
 * @param hash the record's hash
 * @param atMillis when it was signed, in milliseconds since 1970
 * @param signature an Ed25519 signature in base64
 */
public record Checkpoint(Kind kind, long seq, String hash, long atMillis, String signature) {
    /** The purposes of checkpoints. */
    public enum Kind {
        /** The log had reached that record. */
        HEAD("head"),
        /** All records up to that one were removed because of their age; the log begins after it. */
        BASE("base");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name under which it is stored and signed. */
        public String wireName() {
            return wireName;
        }

        /**
         * Returns the kind with a name. An unknown name is never signed, so it cannot be a head, and its signature does not verify as a
         * base either.
         */
        static Kind of(String wireName) {
            return wireName.equals(HEAD.wireName) ? HEAD : BASE;
        }
    }
}
