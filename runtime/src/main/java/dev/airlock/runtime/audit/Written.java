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
     */
    record Unrecorded(String why) implements Written {}
}
