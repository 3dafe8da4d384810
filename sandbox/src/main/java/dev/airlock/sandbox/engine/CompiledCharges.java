package dev.airlock.sandbox.engine;

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
        ((Gauges) memory).account(units);
    }

    /** Takes bytes from the stack, or gives them back. */
    public static void stack(long bytes, Memory memory) {
        ((Gauges) memory).takeStack(bytes);
    }

    /** Sets what is left of the stack. */
    public static void restoreStack(long left, Memory memory) {
        ((Gauges) memory).restoreStack(left);
    }

    /** The fuel that a function starts with, or goes on with after a call. */
    public static long fuelLeft(Memory memory) {
        return ((Gauges) memory).fuelLeft();
    }

    /** The stack that a function starts with. */
    public static long stackLeft(Memory memory) {
        return ((Gauges) memory).stackLeft();
    }

    /** Takes fuel from what a function has; returns what it has then. */
    public static long takeFuel(long units, long fuel, Memory memory) {
        long left = fuel - units;
        return left < 0 ? ((Gauges) memory).refill(left) : left;
    }

    /** Hands a function's fuel, less some units, and its stack, less its frame, on to a callee. */
    public static void call(long units, long frame, long fuel, long stack, Memory memory) {
        ((Gauges) memory).holdFuel(takeFuel(units, fuel, memory));
        ((Gauges) memory).setStack(stack - frame);
    }

    /** Hands a function's fuel back when it returns or traps. */
    public static void leave(long fuel, Memory memory) {
        ((Gauges) memory).holdFuel(fuel);
    }

    /** Hands a function's fuel and the stack that it started with back to its caller. */
    public static void leave(long fuel, long stack, Memory memory) {
        ((Gauges) memory).holdFuel(fuel);
        ((Gauges) memory).restoreStack(stack);
    }
}
