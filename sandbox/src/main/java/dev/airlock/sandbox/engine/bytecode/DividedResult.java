package dev.airlock.sandbox.engine.bytecode;

/**
 * What a part of a {@link DividedFunction} calls when the function returns. Public for the JVM's sake only: the classes of a
 * guest have a loader of their own.
 */
public final class DividedResult {
    private DividedResult() {}

    /** Leaves the function's result in the array; returns the number that says that the function has returned. */
    public static int give(long result, long[] array) {
        array[0] = result;
        return -1;
    }
}
