package dev.airlock.runtime.recovery.policy;

import java.time.Duration;

/**
 * How the pauses between attempts grow.
 *
 * @param growth from which pause follows which
 * @param base the first pause, more than zero
 * @param factor what an exponential pause is multiplied by each time, at least 1; without meaning for the others
 * @param cap the longest pause before jitter, at least {@code base}
 */
public record Backoff(Growth growth, Duration base, double factor, Duration cap) {
    /** Which pause follows which. */
    public enum Growth {
        /** Always the same. */
        FIXED("fixed"),
        /** One base longer each time. */
        LINEAR("linear"),
        /** Multiplied by the factor each time. */
        EXPONENTIAL("exponential");

        private final String word;

        Growth(String word) {
            this.word = word;
        }

        /** The word in {@code retry = { backoff = … }}. */
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

    /** A backoff that grows in the usual way, doubling where it is exponential, to a minute and a half at most. */
    public static Backoff of(Growth growth, Duration base) {
        Duration cap = Duration.ofSeconds(90);
        return new Backoff(growth, base, 2, base.compareTo(cap) > 0 ? base : cap);
    }

    /** The same with another longest pause. */
    public Backoff withCap(Duration longest) {
        return new Backoff(growth, base, factor, longest);
    }

    /**
     * The pause before a retry, without jitter.
     *
     * @param retry which one, from 1
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
