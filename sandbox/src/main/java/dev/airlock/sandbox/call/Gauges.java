package dev.airlock.sandbox.call;

import org.jspecify.annotations.Nullable;

/**
 * The two numbers that a guest's every step is held against: what is left of the current slice of fuel, and of the stack.
 *
 * <p>They are fields of an object and not of the meters so that the engine can have them in the linear memory, which
 * compiled code has at hand everywhere. Belongs to the call's own thread.
 */
public class Gauges {
    private long fuelSlice;
    private long stackLeft;
    private @Nullable CallScope scope;

    /** Takes fuel from the slice. */
    public final void chargeFuel(long units) {
        fuelSlice -= units;
        if (fuelSlice < 0) {
            owner().fuel().refill();
        }
    }

    /** Takes fuel as guest code asks for it: an amount, or below zero its opposite without a look at what is left. */
    public final void account(long units) {
        if (units < 0) {
            fuelSlice += units;
        } else {
            chargeFuel(units);
        }
    }

    /** Takes bytes from the stack, or gives them back if the amount is negative. */
    public final void takeStack(long bytes) {
        setStack(stackLeft - bytes);
    }

    /** Sets what is left of the stack, and ends the guest if that is less than nothing. */
    public final void setStack(long left) {
        stackLeft = left;
        if (left < 0) {
            throw owner().stackIsUsedUp();
        }
    }

    /** Sets what is left of the stack to what it was at an earlier point of this call. */
    public final void restoreStack(long left) {
        stackLeft = left;
    }

    /** What is left of the stack, in bytes. */
    public final long stackLeft() {
        return stackLeft;
    }

    /** What is left of the current slice of fuel, in units. */
    public final long fuelLeft() {
        return fuelSlice;
    }

    /**
     * Takes a slice's fuel back from compiled code that used more than it had, and gives it the next slice.
     *
     * @param left what it has, less than zero
     * @return what it has then
     */
    public final long refill(long left) {
        fuelSlice = left;
        owner().fuel().refill();
        return fuelSlice;
    }

    /** Takes a slice's fuel back from compiled code. */
    public final void holdFuel(long left) {
        fuelSlice = left;
    }

    /** How many bytes of linear memory these gauges are kept in; none if they are kept apart from it. */
    public long memoryBytes() {
        return 0;
    }

    /** Goes on if the call may; for work that takes long and was paid for at once. */
    protected final void lookAtDeadline() {
        if (scope != null) {
            scope.check();
        }
    }

    final void setFuelSlice(long units) {
        fuelSlice = units;
    }

    final void start(CallScope owner, long slice, long stack) {
        scope = owner;
        fuelSlice = slice;
        stackLeft = stack;
    }

    private CallScope owner() {
        if (scope == null) {
            throw new IllegalStateException("these gauges belong to no call");
        }
        return scope;
    }
}
