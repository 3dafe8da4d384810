package dev.airlock.benchmarks.peers.subject;

/**
 * The extent of the measurement.
 *
 * @param rounds the number of rounds, each in new processes
 * @param warmUpStepMillis the length of a step of the warm-up on one thread
 * @param warmUpSteps the most steps of the warm-up
 * @param warmUpTogetherMillis the length of the warm-up on two threads
 * @param slices the number of turns of each peer in a round
 * @param sliceMillis the length of a turn
 * @param restMillis the time without calls, both before and during the measurement of processor time without calls
 * @param extraMillis the length of repeated measurements that only Airlock supports
 * @param allocationCalls the number of calls over which allocation is counted
 * @param smallCopies the number of further small connectors that are loaded to measure retained memory
 * @param largeCopies the number of further large connectors
 */
public record Effort(
        int rounds,
        int warmUpStepMillis,
        int warmUpSteps,
        int warmUpTogetherMillis,
        int slices,
        int sliceMillis,
        int restMillis,
        int extraMillis,
        int allocationCalls,
        int smallCopies,
        int largeCopies) {
    public static final Effort FULL = new Effort(5, 2_000, 30, 3_000, 4, 1_000, 10_000, 10_000, 100, 20, 2);
    public static final Effort QUICK = new Effort(2, 1_000, 15, 1_000, 2, 500, 5_000, 3_000, 20, 5, 1);

    /** Everything once and briefly, which shows that it runs but not how fast. */
    public static final Effort SMOKE = new Effort(1, 10, 1, 10, 1, 10, 10, 10, 1, 1, 1);

    public int copies(MeasuredConnector subject) {
        return subject.isLarge() ? largeCopies : smallCopies;
    }
}
