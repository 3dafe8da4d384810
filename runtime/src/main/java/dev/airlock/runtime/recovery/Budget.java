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
    /** With less time than this, or a tenth of what an attempt may take, there is no point in an attempt. */
    private static final Duration LEAST_ATTEMPT = Duration.ofMillis(100);

    private final Time time;
    private final Instant start;
    private final Duration attempt;
    private final Duration whole;
    private final boolean isUntouched;

    Budget(Time time, Instant start, Duration wallTime, Optional<Unattended> unattended) {
        this(time, start, wallTime, unattended.map(Unattended::most).orElse(wallTime), false);
    }

    /** The budget of a call that begins now: its first attempt has all of it. */
    static Budget of(Time time, RecoveryCall call) {
        Budget own = of(time, time.now(), call);
        return new Budget(time, own.start, own.attempt, own.whole, true);
    }

    /** The budget of a call that began then. */
    static Budget of(Time time, Instant start, RecoveryCall call) {
        Budget own =
                new Budget(time, start, call.target().wallTime(), call.policy().unattended());
        return call.within()
                .map(RecoveryCall.Within::left)
                .map(most -> new Budget(time, start, least(own.attempt, most), least(own.whole, most), false))
                .orElse(own);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Budget(Time time, Instant start, Duration attempt, Duration whole, boolean isUntouched) {
        this.time = time;
        this.start = start;
        this.attempt = attempt;
        this.whole = whole;
        this.isUntouched = isUntouched;
    }

    /** The budget of a call that is made in this one's place from now on: what it would have, but no more than is left. */
    Budget within(Duration wallTime, Optional<Unattended> unattended) {
        Duration own = unattended.map(Unattended::most).orElse(wallTime);
        Duration left = left();
        return new Budget(time, time.now(), wallTime, least(own, left), false);
    }

    /** What is left of the whole; zero when nothing is. */
    Duration left() {
        Duration left = whole.minus(Duration.between(start, time.now()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** How long the call has taken so far, in milliseconds. */
    long usedMillis() {
        return Duration.between(start, time.now()).toMillis();
    }

    /** Whether there is time for a pause and an attempt after it that can come to something. */
    boolean fits(Duration pause) {
        Duration share = attempt.dividedBy(10);
        Duration least = share.compareTo(LEAST_ATTEMPT) < 0 ? share : LEAST_ATTEMPT;
        return left().compareTo(pause.plus(least)) >= 0 && !left().isZero();
    }

    /**
     * How long an attempt that starts now may take, in milliseconds, at least 1.
     *
     * @param number which attempt it is, from 1
     */
    long attemptMillis(int number) {
        Duration left = isUntouched && number == 1 ? whole : left();
        return Math.max(1, least(left, attempt).toMillis());
    }
}
