package dev.airlock.runtime.recovery.policy;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The policy for retries, as data: {@code retry = { max = 3, backoff = "exponential", base = "1s", jitter = 0.2 }}.
 *
 * @param max the maximum number of retries, 0 or more
 * @param backoff the pauses
 * @param jitter the variation of the pauses
 * @param classifier the verdicts that are retried; {@link Verdict#mayBeRetried} holds for each
 * @param unattended the rules for an unattended call; empty: the call ends within its wall time
 */
public record RetryPolicy(
        int max, Backoff backoff, Jitter jitter, Set<Verdict> classifier, Optional<Unattended> unattended) {
    /** The verdicts that are retried unless a policy says otherwise. */
    public static final Set<Verdict> STANDARD_CLASSIFIER = Collections.unmodifiableSet(EnumSet.of(
            Verdict.UNREACHABLE,
            Verdict.CONNECTION_LOST,
            Verdict.SERVER_ERROR,
            Verdict.OVERLOADED,
            Verdict.RATE_LIMITED));

    /**
     * The rules for an unattended call: each attempt has the whole wall time, the number of retries is unlimited, and the whole ends after
     * some hours.
     *
     * @param most the time limit of the whole
     * @param chunk the longest piece of a pause; a heartbeat follows each piece
     */
    public record Unattended(Duration most, Duration chunk) {
        /** Six hours, with pieces of 30 s. */
        public static final Unattended STANDARD = new Unattended(Duration.ofHours(6), Duration.ofSeconds(30));

        /** @throws IllegalArgumentException if a duration is not positive, or a piece is longer than 30 s */
        public Unattended {
            if (most.isNegative() || most.isZero() || chunk.isNegative() || chunk.isZero() || chunk.toSeconds() > 30) {
                throw new IllegalArgumentException(
                        "an unattended call has an end, and sleeps at most 30 seconds at a time");
            }
        }
    }

    /** @throws IllegalArgumentException if the number is negative, or a verdict can never be retried */
    public RetryPolicy {
        if (max < 0) {
            throw new IllegalArgumentException("a call is retried 0 times or more");
        }
        if (!classifier.stream().allMatch(Verdict::mayBeRetried)) {
            throw new IllegalArgumentException("a policy cannot retry this: " + classifier);
        }
        classifier = Set.copyOf(classifier);
    }

    /** Returns a policy with up to the given number of retries of the standard verdicts, the given pauses, and a jitter of 0.2. */
    public static RetryPolicy of(int max, Backoff backoff) {
        return new RetryPolicy(max, backoff, Jitter.upTo(0.2), STANDARD_CLASSIFIER, Optional.empty());
    }

    /** Returns the default policy: at most 3 retries, after 1, 2 and 4 s, each up to a fifth longer. */
    public static RetryPolicy standard() {
        return RetryPreset.STANDARD.policy();
    }

    /** Returns this policy with another number of retries. */
    public RetryPolicy withMax(int most) {
        return new RetryPolicy(most, backoff, jitter, classifier, unattended);
    }

    /** Returns this policy with other pauses. */
    public RetryPolicy withBackoff(Backoff other) {
        return new RetryPolicy(max, other, jitter, classifier, unattended);
    }

    /** Returns this policy with other jitter. */
    public RetryPolicy withJitter(Jitter other) {
        return new RetryPolicy(max, backoff, other, classifier, unattended);
    }

    /** Returns this policy for other verdicts. */
    public RetryPolicy withClassifier(Set<Verdict> verdicts) {
        return new RetryPolicy(max, backoff, jitter, verdicts, unattended);
    }

    /** Returns this policy for an unattended call. */
    public RetryPolicy unattended(Unattended how) {
        return new RetryPolicy(max, backoff, jitter, classifier, Optional.of(how));
    }

    /**
     * Returns the pause before a retry if the service names none.
     *
     * @param retry the number of the retry, from 1
     * @param random a random number from 0, inclusive, to 1, exclusive
     */
    public Duration pause(int retry, double random) {
        return jitter.vary(backoff.pause(retry), random);
    }

    /** Returns whether another retry is allowed after the given number of retries. */
    public boolean allowsAnother(int retries) {
        return unattended.isPresent() || retries < max;
    }
}
