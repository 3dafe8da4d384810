package dev.airlock.runtime.audit;

/**
 * Something that is wrong with a log.
 *
 * @param kind what is wrong
 * @param seq the number of the record where it shows; 0 if it is about the log as a whole
 * @param text what is wrong, as a sentence
 */
public record AuditProblem(Kind kind, long seq, String text) {
    /** What can be wrong with a log. */
    public enum Kind {
        /** A record is not what was written. */
        ALTERED("altered"),
        /** Records are not there. */
        MISSING("missing"),
        /** A record stands in another's place. */
        REORDERED("reordered"),
        /** Records at the end are not there. */
        SHORTENED("shortened"),
        /** A checkpoint is not signed by the key, or is about another log. */
        UNSIGNED("unsigned"),
        /** Nobody who has the key wrote the log's end. */
        UNSEALED("unsealed"),
        /** The log was made anew from some record on. */
        REWRITTEN("rewritten");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        /** The name in a report. */
        public String wireName() {
            return wireName;
        }
    }

    @Override
    public String toString() {
        return seq == 0 ? kind.wireName() + ": " + text : "record " + seq + ": " + kind.wireName() + ": " + text;
    }
}
