package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.call.Gauges;

/**
 * What compiled guest code calls instead of setting a hidden global. Public for the JVM's sake only: the classes of a guest
 * have a loader of their own.
 */
public final class CompiledCharges {
    private CompiledCharges() {}

    /** Takes fuel. */
    public static void fuel(long units, Memory memory) {
        ((Gauges) memory).chargeFuel(units);
    }

    /** Takes bytes from the stack, or gives them back. */
    public static void stack(long bytes, Memory memory) {
        ((Gauges) memory).takeStack(bytes);
    }

    /** Sets what is left of the stack. */
    public static void restoreStack(long left, Memory memory) {
        ((Gauges) memory).restoreStack(left);
    }
}
