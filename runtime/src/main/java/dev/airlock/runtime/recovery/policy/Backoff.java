package dev.airlock.runtime.recovery.policy;

import java.time.Duration;

/**
 * The growth of the pauses between attempts.
 *
 * @param growth how the pauses grow
 * @param base the first pause, more than zero
 * @param factor the factor from one exponential pause to the next, at least 1; ignored for the others
 * @param cap the longest pause before jitter, at least {@code base}
 */
public record Backoff(Growth growth, Duration base, double factor, Duration cap) {
    /** The ways in which pauses grow. */
    public enum Growth {
        /** Every pause is the same. */
        FIXED("fixed"),
        /** Each pause is one base longer. */
        LINEAR("linear"),
        /** Each pause is multiplied by the factor. */
        EXPONENTIAL("exponential");

        private final String word;

        Growth(String word) {
            this.word = word;
        }

        /** Returns the word in {@code retry = { backoff = … }}. */
        public String word() {
            return word;
        }
    }

    /** @throws IllegalArgumentException if a value lies outside its range */
    public Backoff {
        if (base.isNegative() || base.isZero() || cap.compareTo(base) < 0 || !(factor >= 1) || factor > 100) {
            throw new IllegalArgumentException(
                    "a backoff has a base above zero, a factor of 1 to 100, and a cap not below its base");
        }
    }

    /** Returns a backoff with factor 2 and a cap of 90 s, or the base if that is longer. */
    public static Backoff of(Growth growth, Duration base) {
        Duration cap = Duration.ofSeconds(90);
        return new Backoff(growth, base, 2, base.compareTo(cap) > 0 ? base : cap);
    }

    /** Returns this backoff with another cap. */
    public Backoff withCap(Duration longest) {
        return new Backoff(growth, base, factor, longest);
    }

    /**
     * Returns the pause before a retry, without jitter.
     *
     * @param retry the number of the retry, from 1
     */
    public Duration pause(int retry) {
        double times = switch (growth) {
            case FIXED -> 1;
            case LINEAR -> retry;
            case EXPONENTIAL -> Math.pow(factor, retry - 1.0);
        };
        double millis = Math.min(base.toMillis() * times, (double) cap.toMillis());
        return Duration.ofMillis(Math.round(millis));
    }
}
