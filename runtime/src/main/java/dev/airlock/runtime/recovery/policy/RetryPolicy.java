package dev.airlock.runtime.recovery.policy;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * When a call is tried again, as data: {@code retry = { max = 3, backoff = "exponential", base = "1s", jitter = 0.2 }}.
 *
 * @param max how often at most, 0 or more
 * @param backoff the pauses
 * @param jitter how they are varied
 * @param classifier which verdicts are tried again at all; of each {@link Verdict#mayBeRetried} holds
 * @param unattended how a call behaves that nobody watches; empty: it ends within its wall time
 */
public record RetryPolicy(
        int max, Backoff backoff, Jitter jitter, Set<Verdict> classifier, Optional<Unattended> unattended) {
    /** What is tried again unless a policy says otherwise. */
    public static final Set<Verdict> STANDARD_CLASSIFIER = Collections.unmodifiableSet(EnumSet.of(
            Verdict.UNREACHABLE,
            Verdict.CONNECTION_LOST,
            Verdict.SERVER_ERROR,
            Verdict.OVERLOADED,
            Verdict.RATE_LIMITED));

    /**
     * A call that nobody watches: each attempt has the whole wall time, there is no number of retries at which it stops, and all
     * of it ends after some hours.
     *
     * @param most how long the whole may take
     * @param chunk how long a piece of a pause is at most; after each somebody is told that the call still lives
     */
    public record Unattended(Duration most, Duration chunk) {
        /** Six hours, in pieces of half a minute. */
        public static final Unattended STANDARD = new Unattended(Duration.ofHours(6), Duration.ofSeconds(30));

        /** @throws IllegalArgumentException if a duration is not positive, or a piece is longer than 30 seconds */
        public Unattended {
            if (most.isNegative() || most.isZero() || chunk.isNegative() || chunk.isZero() || chunk.toSeconds() > 30) {
                throw new IllegalArgumentException(
                        "an unattended call has an end, and sleeps at most 30 seconds at a time");
            }
        }
    }

    /** @throws IllegalArgumentException if the number is negative or a verdict can never be tried again */
    public RetryPolicy {
        if (max < 0) {
            throw new IllegalArgumentException("a call is retried 0 times or more");
        }
        if (!classifier.stream().allMatch(Verdict::mayBeRetried)) {
            throw new IllegalArgumentException("a policy cannot retry this: " + classifier);
        }
        classifier = Set.copyOf(classifier);
    }

    /** Up to that many retries of what is retried by default, with those pauses and a fifth of jitter. */
    public static RetryPolicy of(int max, Backoff backoff) {
        return new RetryPolicy(max, backoff, Jitter.upTo(0.2), STANDARD_CLASSIFIER, Optional.empty());
    }

    /** At most 3 retries, after 1, 2 and 4 seconds and up to a fifth more: what holds where nothing else is said. */
    public static RetryPolicy standard() {
        return RetryPreset.STANDARD.policy();
    }

    /** The same with another number of retries. */
    public RetryPolicy withMax(int most) {
        return new RetryPolicy(most, backoff, jitter, classifier, unattended);
    }

    /** The same with other pauses. */
    public RetryPolicy withBackoff(Backoff other) {
        return new RetryPolicy(max, other, jitter, classifier, unattended);
    }

    /** The same with other jitter. */
    public RetryPolicy withJitter(Jitter other) {
        return new RetryPolicy(max, backoff, other, classifier, unattended);
    }

    /** The same for other verdicts. */
    public RetryPolicy withClassifier(Set<Verdict> verdicts) {
        return new RetryPolicy(max, backoff, jitter, verdicts, unattended);
    }

    /** The same for a call that nobody watches. */
    public RetryPolicy unattended(Unattended how) {
        return new RetryPolicy(max, backoff, jitter, classifier, Optional.of(how));
    }

    /**
     * The pause before a retry, where the service does not name one.
     *
     * @param retry which one, from 1
     * @param chance from 0, inclusive, to 1, exclusive
     */
    public Duration pause(int retry, double chance) {
        return jitter.vary(backoff.pause(retry), chance);
    }

    /** Whether one more retry is allowed after so many. */
    public boolean allowsAnother(int retries) {
        return unattended.isPresent() || retries < max;
    }
}
