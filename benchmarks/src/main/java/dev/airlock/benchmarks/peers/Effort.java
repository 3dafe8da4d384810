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
 * @param restMillis how long a process is left alone, before what it uses without calls is counted and while it is
 * @param extraMillis how long what only Airlock does is measured, where it is done again and again
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
        int restMillis,
        int extraMillis,
        int allocationCalls,
        int smallCopies,
        int largeCopies) {
    static final Effort FULL = new Effort(5, 2_000, 30, 3_000, 4, 1_000, 10_000, 10_000, 100, 20, 2);
    static final Effort QUICK = new Effort(2, 1_000, 15, 1_000, 2, 500, 5_000, 3_000, 20, 5, 1);

    /** Everything once, for a moment: whether it runs, and nothing about how fast. */
    static final Effort SMOKE = new Effort(1, 10, 1, 10, 1, 10, 10, 10, 1, 1, 1);

    int copies(Subject subject) {
        return subject.isLarge() ? largeCopies : smallCopies;
    }
}
