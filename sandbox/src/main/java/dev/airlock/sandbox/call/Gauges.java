package dev.airlock.sandbox.call;

import org.jspecify.annotations.Nullable;

/**
 * The numbers that a guest's every step is held against: what is left of the current slice of fuel, of the fuel behind it, and
 * of the stack.
 *
 * <p>They are fields of an object and not of the meters so that the engine can have them in the linear memory, which
 * compiled code has at hand everywhere. Belongs to the call's own thread, but for {@link #stop}.
 */
public class Gauges {
    /** In the place of a slice's size once the call has ended: less than any fuel that can be left. */
    private static final long NO_SLICE = Long.MIN_VALUE / 2;

    private long fuelSlice;
    private long fuelReserve;
    private long stackLeft;
    private volatile long sliceSize = FuelMeter.SLICE;
    private @Nullable CallScope scope;

    /** Takes fuel from the slice. */
    public final void chargeFuel(long units) {
        fuelSlice -= units;
        if (fuelSlice < 0) {
            owner().fuel().refill();
        }
    }

    /** Takes bytes from the stack, or gives them back if the amount is negative. */
    public final void takeStack(long bytes) {
        stackLeft -= bytes;
        if (stackLeft < 0) {
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

    /** What is left of the slice of fuel. */
    public final long fuelLeft() {
        return fuelSlice;
    }

    /**
     * Takes fuel for compiled code, which holds what is left of the slice itself. Refills it without a call that returns, which
     * would cost the JIT's code more than everything else here.
     *
     * @param fuel what compiled code holds
     * @return what it holds then
     */
    public final long takeFuel(long units, long fuel) {
        long left = fuel - units;
        if (left < 0) {
            long more = Math.min(sliceSize - left, fuelReserve);
            left += more;
            if (left < 0) {
                throw outOfFuel(left - more);
            }
            fuelReserve -= more;
        }
        return left;
    }

    /** Takes back what compiled code holds, and sets what is left of the stack. */
    public final void hold(long fuel, long stack) {
        fuelSlice = fuel;
        stackLeft = stack;
        if (stack < 0) {
            throw owner().stackIsUsedUp();
        }
    }

    /** Takes back what compiled code holds. */
    public final void holdFuel(long fuel) {
        fuelSlice = fuel;
    }

    final long fuelReserve() {
        return fuelReserve;
    }

    final void setFuel(long slice, long reserve) {
        fuelSlice = slice;
        fuelReserve = reserve;
    }

    final void start(CallScope owner, long slice, long reserve, long stack) {
        scope = owner;
        fuelSlice = slice;
        fuelReserve = reserve;
        stackLeft = stack;
    }

    /** Lets compiled code end at its next refill. May be called from any thread. */
    final void stop() {
        sliceSize = NO_SLICE;
    }

    private CallEnded outOfFuel(long negative) {
        fuelSlice = negative;
        owner().fuel().refill();
        throw new IllegalStateException("there was fuel left");
    }

    private CallScope owner() {
        if (scope == null) {
            throw new IllegalStateException("these gauges belong to no call");
        }
        return scope;
    }
}
