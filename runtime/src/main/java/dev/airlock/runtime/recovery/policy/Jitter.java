package dev.airlock.runtime.recovery.policy;

import java.time.Duration;

/**
 * The factors between which a pause varies, so that many callers do not return at the same moment.
 *
 * @param least the smallest factor, more than 0 and at most {@code most}
 * @param most the largest factor, at most 2
 */
public record Jitter(double least, double most) {
    /** No variation. */
    public static final Jitter NONE = new Jitter(1, 1);

    /** @throws IllegalArgumentException if a factor lies outside its range */
    public Jitter {
        if (!(least > 0) || !(most >= least) || most > 2) {
            throw new IllegalArgumentException("jitter lies between factors above 0 and at most 2");
        }
    }

    /** Returns a jitter that makes a pause longer by up to a share from 0 to 1. */
    public static Jitter upTo(double share) {
        return new Jitter(1, 1 + share);
    }

    /**
     * Returns the pause with jitter.
     *
     * @param random a random number from 0, inclusive, to 1, exclusive
     */
    public Duration vary(Duration pause, double random) {
        return Duration.ofMillis(Math.round(pause.toMillis() * (least + (most - least) * random)));
    }
}
