package dev.airlock.benchmarks.peers;

/**
 * Lets a peer call until it gets no faster. Compilers that work beside the calls take between no time and a minute, and a fixed
 * time would favour those that take none.
 */
final class WarmUp {
    /** So many steps in a row that are no faster are enough. */
    static final int STEPS_WITHOUT_GAIN = 3;

    private static final double GAIN = 0.98;

    /** What a peer does in a step. */
    interface Step {
        /** The median of its calls. */
        double medianMicros() throws PeerFailedException, InterruptedException;
    }

    private WarmUp() {}

    /**
     * Repeats the step.
     *
     * @param most how often at most
     * @return how many steps it took until they got no faster
     */
    static int run(Step step, int most) throws PeerFailedException, InterruptedException {
        double best = Double.MAX_VALUE;
        int withoutGain = 0;
        int peak = 0;
        for (int i = 0; i < most && withoutGain < STEPS_WITHOUT_GAIN; i++) {
            double median = step.medianMicros();
            withoutGain = median < best * GAIN ? 0 : withoutGain + 1;
            best = Math.min(best, median);
            peak = withoutGain == 0 ? i + 1 : peak;
        }
        return peak;
    }
}
