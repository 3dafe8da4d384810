package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.call.Gauges;

/**
 * What compiled guest code calls instead of setting a hidden global. The numbers are in the memory, which is always {@link
 * Gauges} too. Public for the JVM's sake only: the classes of a guest have a loader of their own.
 */
public final class CompiledCharges {
    private CompiledCharges() {}

    /** Takes fuel from the gauges; a negative amount stands for its opposite, without a look at what is left. */
    public static void fuel(long units, Memory memory) {
        ((PagedMemory) memory).account(units);
    }

    /** Takes bytes from the stack, or gives them back. */
    public static void stack(long bytes, Memory memory) {
        ((PagedMemory) memory).takeStack(bytes);
    }

    /** Sets what is left of the stack. */
    public static void restoreStack(long left, Memory memory) {
        ((PagedMemory) memory).restoreStack(left);
    }

    /** What a function starts with. */
    public static long enter(Memory memory) {
        return ((PagedMemory) memory).packed();
    }

    /** Takes fuel, as much as an instruction asks for, from what a function has; returns what it has then. */
    public static long takeFuel(long units, long left, Memory memory) {
        return ((PagedMemory) memory).lessFuel(left, units);
    }

    /** Takes some fuel, given as it is packed, from what a function has; returns what it has then. */
    public static long take(long packed, long left, Memory memory) {
        long less = left - packed;
        return less < 0 ? ((PagedMemory) memory).refill(less) : less;
    }

    /** Hands on to a callee what a function has, less some fuel and its frame, given packed. */
    public static void call(long packed, long left, Memory memory) {
        long less = left - packed;
        ((PagedMemory) memory).setPacked((less & Gauges.OVERDRAWN) == 0 ? less : ((PagedMemory) memory).refill(less));
    }

    /** What a callee takes over by its {@code DirectEntry}: what a function has, less some fuel and its frame, given packed. */
    public static long handOver(long packed, long left, Memory memory) {
        long less = left - packed;
        return (less & Gauges.OVERDRAWN) == 0 ? less : ((PagedMemory) memory).refill(less);
    }

    /** What a function has after a call: what the callee left, and its frame again. */
    public static long back(long frame, Memory memory) {
        return ((PagedMemory) memory).packed() + frame;
    }

    /** Hands back what a function has when it returns or traps. */
    public static void leave(long left, Memory memory) {
        ((PagedMemory) memory).setPacked(left);
    }
}
