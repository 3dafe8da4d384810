package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;

/**
 * Where a compiled function that was called by its {@code DirectEntry} leaves its result, which the caller takes at once: what the
 * method returns is what is left of fuel and stack. Public for the JVM's sake only: the classes of a guest have a loader of their own.
 */
public final class CompiledResults {
    private CompiledResults() {}

    /** Leaves a 32-bit integer or a reference. */
    public static void give(int result, Memory memory) {
        ((PagedMemory) memory).intResult = result;
    }

    /** Takes a 32-bit integer or a reference. */
    public static int takeInt(Memory memory) {
        return ((PagedMemory) memory).intResult;
    }

    /** Leaves a 64-bit integer. */
    public static void give(long result, Memory memory) {
        ((PagedMemory) memory).longResult = result;
    }

    /** Takes a 64-bit integer. */
    public static long takeLong(Memory memory) {
        return ((PagedMemory) memory).longResult;
    }

    /** Leaves a 32-bit float. */
    public static void give(float result, Memory memory) {
        ((PagedMemory) memory).floatResult = result;
    }

    /** Takes a 32-bit float. */
    public static float takeFloat(Memory memory) {
        return ((PagedMemory) memory).floatResult;
    }

    /** Leaves a 64-bit float. */
    public static void give(double result, Memory memory) {
        ((PagedMemory) memory).doubleResult = result;
    }

    /** Takes a 64-bit float. */
    public static double takeDouble(Memory memory) {
        return ((PagedMemory) memory).doubleResult;
    }
}
