package dev.airlock.benchmarks.peers.round;

/**
 * Makes calls on a peer until they get no faster. Compilers that work beside the calls take up to 1 min, and a fixed time would favour
 * those that take none.
 */
public final class WarmUp {
    /** The number of consecutive steps without a gain that ends the warm-up. */
    public static final int STEPS_WITHOUT_GAIN = 3;

    private static final double GAIN = 0.98;

    /** A step of the warm-up. */
    interface Step {
        /** Makes calls and returns the median of their times. */
        double medianMicros() throws PeerFailedException, InterruptedException;
    }

    private WarmUp() {}

    /**
     * Repeats the step.
     *
     * @param most the most repetitions
     * @return the number of steps until they got no faster
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
