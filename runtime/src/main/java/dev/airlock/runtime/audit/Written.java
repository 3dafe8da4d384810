package dev.airlock.runtime.audit;

/** What became of a record. */
public sealed interface Written {
    /**
     * It is durable.
     *
     * @param seq its number
     * @param hash its hash: the head of the log at that moment
     */
    record Recorded(long seq, String hash) implements Written {}

    /**
     * It is not known to be durable.
     *
     * @param why as a sentence, safe to show
     * @param remedy what to do about it, as a sentence without its full stop
     */
    record Unrecorded(String why, String remedy) implements Written {
        private static final String SLOW =
                "See that no other process keeps it locked, and that the machine is not too busy";

        /** It took too long, or nobody knows why. */
        public Unrecorded(String why) {
            this(why, SLOW);
        }
    }
}
