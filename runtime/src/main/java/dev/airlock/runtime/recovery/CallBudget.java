package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.policy.RetryPolicy.Unattended;
import dev.airlock.runtime.recovery.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time budget of a call with all its recovery: its wall time. For an unattended call, each attempt gets the wall time, and the whole
 * gets hours.
 */
final class CallBudget {
    /** The minimum time for an attempt, unless a tenth of the attempt's limit is less. */
    private static final Duration LEAST_ATTEMPT = Duration.ofMillis(100);

    private final Time time;
    private final Instant start;
    private final Duration attempt;
    private final Duration whole;
    private final boolean isUntouched;

    CallBudget(Time time, Instant start, Duration wallTime, Optional<Unattended> unattended) {
        this(time, start, wallTime, unattended.map(Unattended::most).orElse(wallTime), false);
    }

    /** Returns the budget of a call that begins now. Its first attempt gets all of it. */
    static CallBudget of(Time time, RecoveryCall call) {
        CallBudget own = of(time, time.now(), call);
        return new CallBudget(time, own.start, own.attempt, own.whole, true);
    }

    /** Returns the budget of a call that began at the given time. */
    static CallBudget of(Time time, Instant start, RecoveryCall call) {
        CallBudget own = new CallBudget(
                time, start, call.target().wallTime(), call.policy().unattended());
        return call.within()
                .map(RecoveryCall.Within::left)
                .map(most -> new CallBudget(time, start, least(own.attempt, most), least(own.whole, most), false))
                .orElse(own);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private CallBudget(Time time, Instant start, Duration attempt, Duration whole, boolean isUntouched) {
        this.time = time;
        this.start = start;
        this.attempt = attempt;
        this.whole = whole;
        this.isUntouched = isUntouched;
    }

    /** Returns the budget of a fallback that begins now: its own budget, but no more than is left of this one. */
    CallBudget within(Duration wallTime, Optional<Unattended> unattended) {
        Duration own = unattended.map(Unattended::most).orElse(wallTime);
        Duration left = left();
        return new CallBudget(time, time.now(), wallTime, least(own, left), false);
    }

    /** Returns the rest of the whole budget; zero if it is used up. */
    Duration left() {
        Duration left = whole.minus(Duration.between(start, time.now()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns how long the call has taken so far, in milliseconds. */
    long usedMillis() {
        return Duration.between(start, time.now()).toMillis();
    }

    /** Returns whether there is time for a pause and a useful attempt after it. */
    boolean fits(Duration pause) {
        Duration share = attempt.dividedBy(10);
        Duration least = share.compareTo(LEAST_ATTEMPT) < 0 ? share : LEAST_ATTEMPT;
        return left().compareTo(pause.plus(least)) >= 0 && !left().isZero();
    }

    /**
     * Returns how long an attempt that starts now may take, in milliseconds, at least 1.
     *
     * @param number the attempt's number, from 1
     */
    long attemptMillis(int number) {
        Duration left = isUntouched && number == 1 ? whole : left();
        return Math.max(1, least(left, attempt).toMillis());
    }
}
