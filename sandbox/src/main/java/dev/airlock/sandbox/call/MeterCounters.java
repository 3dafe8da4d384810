package dev.airlock.sandbox.call;

import org.jspecify.annotations.Nullable;

/**
 * The two counters against which a guest's every step is checked: the rest of the current slice of fuel, and the rest
 * of the stack.
 *
 * <p>They are fields of an object and not of the meters so that the engine can keep them in the linear memory, which
 * compiled code has at hand everywhere. They are packed into one number, {@code fuel * 2^28 + stack}, so that compiled
 * code holds both in one register and charges both at once: the stack is below {@code 2^27} bytes either way, and the
 * fuel of a slice, and of everything that is charged without a check, below {@code 2^35} units. Belongs to the call's
 * own thread.
 */
public class MeterCounters {
    /** The number of bits by which the fuel is shifted. */
    public static final int FUEL_SHIFT = 28;

    /** The bits that are set when too little of the stack or of the fuel is left. */
    public static final long OVERDRAWN = 1L << 63 | 1L << (FUEL_SHIFT - 1);

    /** An amount of fuel that is too large to pack. */
    private static final long MUCH_FUEL = 1L << 30;

    private long packed;
    private @Nullable CallScope scope;

    /** Returns fuel and stack, packed. */
    public static long packed(long fuel, long stack) {
        return (fuel << FUEL_SHIFT) + stack;
    }

    /** Takes fuel from the slice. */
    public final void chargeFuel(long units) {
        setPacked(lessFuel(packed, units));
    }

    /** Takes fuel as guest code asks for it: a positive amount is checked, the opposite of a negative amount is not. */
    public final void account(long units) {
        if (units < 0) {
            packed += units << FUEL_SHIFT;
        } else {
            chargeFuel(units);
        }
    }

    /** Takes bytes from the stack, or returns them if the amount is negative. */
    public final void takeStack(long bytes) {
        packed -= bytes;
        requireStack();
    }

    /** Sets the rest of the stack to what it was at an earlier point of this call. */
    public final void restoreStack(long left) {
        packed += left - stackLeft();
    }

    /** The rest of the stack, in bytes. */
    public final long stackLeft() {
        return stackOf(packed);
    }

    /** The rest of the current slice of fuel, in units. */
    public final long fuelLeft() {
        return (packed - stackOf(packed)) >> FUEL_SHIFT;
    }

    private static long stackOf(long packed) {
        return packed << (Long.SIZE - FUEL_SHIFT) >> (Long.SIZE - FUEL_SHIFT);
    }

    /** Fuel and stack as they are now, packed. */
    public final long packed() {
        return packed;
    }

    /** Takes both back from compiled code. */
    public final void setPacked(long left) {
        packed = left;
    }

    /**
     * Returns what compiled code has left after it used fuel.
     *
     * @param left what it had, packed
     * @param units zero or more
     */
    public final long lessFuel(long left, long units) {
        if (units >= MUCH_FUEL) {
            packed = left;
            owner().fuel().takeMuch(units);
            return packed;
        }
        long less = left - (units << FUEL_SHIFT);
        return less < 0 ? refill(less) : less;
    }

    /**
     * Goes on with the next slice if only the slice is used up; else ends the guest.
     *
     * @param left what compiled code has left, packed, with one of the two below zero
     * @return what it has then
     */
    public final long refill(long left) {
        packed = left;
        requireFuel();
        requireStack();
        return packed;
    }

    /**
     * Goes on with the next slice if this one is used up.
     *
     * @throws CallEnded if there is no next slice
     */
    public final void requireFuel() {
        if (fuelLeft() < 0) {
            owner().fuel().refill();
        }
    }

    /**
     * Checks the stack.
     *
     * @throws CallEnded if the guest's frames take more than they may
     */
    public final void requireStack() {
        if (stackLeft() < 0) {
            throw owner().stackIsUsedUp();
        }
    }

    /** The bytes of linear memory that keep these counters; 0 if they are kept apart from it. */
    public long memoryBytes() {
        return 0;
    }

    /** Checks that the call may go on, for work that takes long and was paid for at once. */
    protected final void lookAtDeadline() {
        if (scope != null) {
            scope.check();
        }
    }

    final void setFuelSlice(long units) {
        packed = packed(units, stackLeft());
    }

    final void start(CallScope owner, long slice, long stack) {
        scope = owner;
        packed = packed(slice, stack);
    }

    private CallScope owner() {
        if (scope == null) {
            throw new IllegalStateException("these gauges belong to no call");
        }
        return scope;
    }
}
