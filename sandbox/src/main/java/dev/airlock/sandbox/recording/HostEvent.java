package dev.airlock.sandbox.recording;

/**
 * One question of a guest and its answer.
 *
 * @param fuel units that the call had used when it asked
 * @param micros when it asked, in microseconds since the call began
 * @param question the question
 * @param answer its answer
 * @param observed what the host saw meanwhile
 */
public record HostEvent(long fuel, long micros, HostQuery question, HostAnswer answer, ObservedTraffic observed) {
    private static final long OVERHEAD = 200;

    /** The approximate number of bytes of heap that it takes. */
    long bytes() {
        return OVERHEAD * (1 + observed.exchanges().size()) + question.bytes() + answer.bytes();
    }
}
