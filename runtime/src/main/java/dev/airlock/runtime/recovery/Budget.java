package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.policy.RetryPolicy.Unattended;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a call may take with all that is done for it: its wall time. A call that nobody watches has that for each attempt, and
 * hours for the whole.
 */
final class Budget {
    private final Time time;
    private final Instant start;
    private final Duration attempt;
    private final Duration whole;

    Budget(Time time, Instant start, Duration wallTime, Optional<Unattended> unattended) {
        this(time, start, wallTime, unattended.map(Unattended::most).orElse(wallTime));
    }

    private Budget(Time time, Instant start, Duration attempt, Duration whole) {
        this.time = time;
        this.start = start;
        this.attempt = attempt;
        this.whole = whole;
    }

    /** The budget of a call that is made in this one's place from now on: what it would have, but no more than is left. */
    Budget within(Duration wallTime, Optional<Unattended> unattended) {
        Duration own = unattended.map(Unattended::most).orElse(wallTime);
        Duration left = left();
        return new Budget(time, time.now(), wallTime, own.compareTo(left) < 0 ? own : left);
    }

    /** What is left of the whole; zero when nothing is. */
    Duration left() {
        Duration left = whole.minus(Duration.between(start, time.now()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Whether there is time for a pause and something after it. */
    boolean fits(Duration pause) {
        return pause.compareTo(left()) < 0;
    }

    /** How long an attempt that starts now may take, in milliseconds, at least 1. */
    long attemptMillis() {
        Duration left = left();
        return Math.max(1, (left.compareTo(attempt) < 0 ? left : attempt).toMillis());
    }
}
