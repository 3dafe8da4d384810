package dev.airlock.sandbox.call;

import dev.airlock.failures.limit.LimitName;
import java.util.Optional;

/**
 * The fuel of one call. It is handed out in slices. The end of each slice checks the call's deadline and cancellation,
 * which is how they reach a guest that never calls the host. Belongs to the call's own thread, but another thread may
 * read {@link #used} once the call is over.
 */
public final class FuelMeter {
    /** Units between two checks of the deadline in compiled code: a fraction of a millisecond. */
    static final long SLICE = 1 << 18;

    /** Units between two checks of the deadline in interpreted code, where some instructions take long. */
    static final long SHORT_SLICE = 1_024;

    private final CallScope scope;
    private final long budget;
    private long slice = SLICE;
    private long reserve;
    private Optional<Termination.ByHost> atItsEnd = Optional.empty();

    FuelMeter(CallScope scope, long budget) {
        this.scope = scope;
        this.budget = budget;
        this.reserve = budget;
    }

    /**
     * Takes fuel before it is used.
     *
     * @param units zero or more
     * @throws CallEnded if there is not enough, or the call has ended for another reason
     */
    public void charge(long units) {
        scope.counters().chargeFuel(units);
    }

    /** Checks the deadline more often, for code that is interpreted. */
    public void lookOften() {
        slice = SHORT_SLICE;
    }

    /** Sets the termination for when no fuel is left, so that a replay ends where the recorded call was ended. */
    public void endAs(Termination.ByHost how) {
        atItsEnd = Optional.of(how);
    }

    /** Units used so far, including those of the charge that found too little. */
    public long used() {
        return budget - reserve - scope.counters().fuelLeft();
    }

    /** Returns the limit that a guest exceeded with charges that were not checked, if its call ended in another way. */
    public Optional<Termination.LimitReached> overdraft() {
        long used = used();
        return used > budget
                ? Optional.of(new Termination.LimitReached(LimitName.FUEL, budget, used))
                : Optional.empty();
    }

    /** Takes an amount that no slice can contain. */
    void takeMuch(long units) {
        reserve -= units;
        refill();
    }

    void refill() {
        MeterCounters counters = scope.counters();
        long left = reserve + counters.fuelLeft();
        reserve = left;
        counters.setFuelSlice(0);
        if (left < 0) {
            throw scope.end(atItsEnd.orElseGet(() -> new Termination.LimitReached(LimitName.FUEL, budget, used())));
        }
        scope.check();
        long next = Math.min(slice, left);
        counters.setFuelSlice(next);
        reserve = left - next;
    }
}
