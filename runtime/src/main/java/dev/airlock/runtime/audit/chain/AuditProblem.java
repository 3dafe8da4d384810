package dev.airlock.runtime.audit.chain;

/**
 * A problem of a log.
 *
 * @param kind the kind of problem
 * @param seq the number of the record where it shows; 0 if it concerns the log as a whole
 * @param text the problem, as a sentence
 */
public record AuditProblem(Kind kind, long seq, String text) {
    /** The kinds of problems. */
    public enum Kind {
        /** A record was changed since it was written. */
        ALTERED("altered"),
        /** Records are missing. */
        MISSING("missing"),
        /** A record is in another one's place. */
        REORDERED("reordered"),
        /** Records at the end are missing. */
        SHORTENED("shortened"),
        /** A checkpoint is not signed by the key, or belongs to another log. */
        UNSIGNED("unsigned"),
        /** The log's end was not written by a holder of the key. */
        UNSEALED("unsealed"),
        /** The log was rebuilt from some record on. */
        REWRITTEN("rewritten");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name in a report. */
        public String wireName() {
            return wireName;
        }
    }

    @Override
    public String toString() {
        return seq == 0 ? kind.wireName() + ": " + text : "record " + seq + ": " + kind.wireName() + ": " + text;
    }
}
