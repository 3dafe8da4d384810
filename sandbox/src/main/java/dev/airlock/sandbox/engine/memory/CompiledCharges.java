package dev.airlock.sandbox.engine.memory;

import dev.airlock.sandbox.call.MeterCounters;

/**
 * The methods that compiled guest code calls instead of setting a hidden global. The counters are in the memory, which
 * always extends {@link MeterCounters}. Public only for the JVM: the classes of a guest have a loader of their own.
 *
 * <p>The two that are in every function and every loop, {@link #take} and {@link #takeOver}, are longer than what C1
 * inlines ({@code MaxInlineSize}, 35 bytes) and shorter than what C2 inlines in hot code ({@code FreqInlineSize}, 325).
 * So a function that is called a few times is compiled sooner, and one that is called often is as fast.
 */
public final class CompiledCharges {
    private CompiledCharges() {}

    /** Takes fuel from the counters; a negative amount stands for its opposite, without a check of the rest. */
    public static void fuel(long units, PagedMemory memory) {
        memory.account(units);
    }

    /** Takes bytes from the stack, or returns them. */
    public static void stack(long bytes, PagedMemory memory) {
        memory.takeStack(bytes);
    }

    /** Sets the rest of the stack. */
    public static void restoreStack(long left, PagedMemory memory) {
        memory.restoreStack(left);
    }

    /** Returns the rest with which a function starts. */
    public static long enter(PagedMemory memory) {
        return memory.packed();
    }

    /** Takes the fuel that an instruction asks for from a function's rest; returns what is left. */
    public static long takeFuel(long units, long left, PagedMemory memory) {
        return memory.lessFuel(left, units);
    }

    /** Takes some fuel, packed, from a function's rest; returns what is left. */
    public static long take(long packed, long left, PagedMemory memory) {
        long less = left - packed;
        if (less >= 0) {
            return less;
        }
        memory.setPacked(less);
        memory.requireFuel();
        memory.requireStack();
        return memory.packed();
    }

    /** Passes a function's rest to a callee, less some fuel and its frame, packed. */
    public static void call(long packed, long left, PagedMemory memory) {
        long less = left - packed;
        memory.setPacked((less & MeterCounters.OVERDRAWN) == 0 ? less : memory.refill(less));
    }

    /**
     * Returns the rest of a function that is entered by the first of its two entries and continues in the second. Code
     * that the host entered before may have overdrawn without a check; nothing checks now either, until the function's
     * first charge that does.
     */
    public static long first(PagedMemory memory) {
        long left = memory.packed();
        if ((left & MeterCounters.OVERDRAWN) != 0) {
            memory.owes = true;
        }
        return left;
    }

    /**
     * Returns the rest of a function that was called by its {@code DirectEntry}: its caller's rest, less the price of
     * the call and the caller's frame.
     */
    public static long takeOver(long left, PagedMemory memory) {
        if ((left & MeterCounters.OVERDRAWN) == 0) {
            return left;
        }
        if (memory.owes) {
            memory.owes = false;
            return left;
        }
        memory.setPacked(left);
        memory.requireFuel();
        memory.requireStack();
        return memory.packed();
    }

    /** Returns a function's rest after a call: the callee's rest, and its own frame again. */
    public static long back(long frame, PagedMemory memory) {
        return memory.packed() + frame;
    }

    /** Stores a function's rest when it returns or traps. */
    public static void leave(long left, PagedMemory memory) {
        memory.setPacked(left);
    }
}
