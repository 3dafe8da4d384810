package dev.airlock.sandbox.engine.memory;

import dev.airlock.sandbox.call.Gauges;

/**
 * What compiled guest code calls instead of setting a hidden global. The numbers are in the memory, which is always {@link
 * Gauges} too. Public for the JVM's sake only: the classes of a guest have a loader of their own.
 *
 * <p>The two that stand in every function and every loop, {@link #take} and {@link #takeOver}, are longer than what C1 takes into its callers
 * ({@code MaxInlineSize}, 35 bytes) and shorter than what C2 takes where it counts ({@code FreqInlineSize}, 325). A function that is called a
 * few times is compiled sooner so, and one that is called often is as fast.
 */
public final class CompiledCharges {
    private CompiledCharges() {}

    /** Takes fuel from the gauges; a negative amount stands for its opposite, without a look at what is left. */
    public static void fuel(long units, PagedMemory memory) {
        memory.account(units);
    }

    /** Takes bytes from the stack, or gives them back. */
    public static void stack(long bytes, PagedMemory memory) {
        memory.takeStack(bytes);
    }

    /** Sets what is left of the stack. */
    public static void restoreStack(long left, PagedMemory memory) {
        memory.restoreStack(left);
    }

    /** What a function starts with. */
    public static long enter(PagedMemory memory) {
        return memory.packed();
    }

    /** Takes fuel, as much as an instruction asks for, from what a function has; returns what it has then. */
    public static long takeFuel(long units, long left, PagedMemory memory) {
        return memory.lessFuel(left, units);
    }

    /** Takes some fuel, given as it is packed, from what a function has; returns what it has then. */
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

    /** Hands on to a callee what a function has, less some fuel and its frame, given packed. */
    public static void call(long packed, long left, PagedMemory memory) {
        long less = left - packed;
        memory.setPacked((less & Gauges.OVERDRAWN) == 0 ? less : memory.refill(less));
    }

    /**
     * What a function has that is entered by the first of its two ways and goes on by the second. What the host entered before may have used
     * more than there was without a look at it; nobody looks now either, but at the function's first charge that does.
     */
    public static long first(PagedMemory memory) {
        long left = memory.packed();
        if ((left & Gauges.OVERDRAWN) != 0) {
            memory.owes = true;
        }
        return left;
    }

    /** What a function has that was called by its {@code DirectEntry}: what its caller had, less what the call costs and the caller's frame. */
    public static long takeOver(long left, PagedMemory memory) {
        if ((left & Gauges.OVERDRAWN) == 0) {
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

    /** What a function has after a call: what the callee left, and its frame again. */
    public static long back(long frame, PagedMemory memory) {
        return memory.packed() + frame;
    }

    /** Hands back what a function has when it returns or traps. */
    public static void leave(long left, PagedMemory memory) {
        memory.setPacked(left);
    }
}
