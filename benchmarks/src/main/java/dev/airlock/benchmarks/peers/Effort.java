package dev.airlock.benchmarks.peers;

/**
 * How much is measured.
 *
 * @param rounds how often everything is done, each time in new processes
 * @param warmUpStepMillis how long a step of the warm-up on one thread is
 * @param warmUpSteps how many steps it has at most
 * @param warmUpTogetherMillis calls on two threads before any is counted
 * @param slices how often the peers take turns in a round
 * @param sliceMillis how long a turn is
 * @param allocationCalls calls over which allocation is counted
 * @param smallCopies how many more small connectors are loaded to see what one keeps
 * @param largeCopies how many more large ones
 */
record Effort(
        int rounds,
        int warmUpStepMillis,
        int warmUpSteps,
        int warmUpTogetherMillis,
        int slices,
        int sliceMillis,
        int allocationCalls,
        int smallCopies,
        int largeCopies) {
    static final Effort FULL = new Effort(5, 2_000, 30, 3_000, 4, 1_000, 100, 20, 2);
    static final Effort QUICK = new Effort(2, 1_000, 15, 1_000, 2, 500, 20, 5, 1);

    /** Everything once, for a moment: whether it runs, and nothing about how fast. */
    static final Effort SMOKE = new Effort(1, 10, 1, 10, 1, 10, 1, 1, 1);

    private static final long LARGE_BYTES = 1_000_000;

    int copies(Subject subject) {
        return subject.moduleBytes() >= LARGE_BYTES ? largeCopies : smallCopies;
    }
}
