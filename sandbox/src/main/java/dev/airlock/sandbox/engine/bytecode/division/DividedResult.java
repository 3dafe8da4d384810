package dev.airlock.sandbox.engine.bytecode.division;

/**
 * The method that a part of a {@link DividedFunction} calls when the function returns. Public only for the JVM: the
 * classes of a guest have a loader of their own.
 */
public final class DividedResult {
    private DividedResult() {}

    /** Stores the function's result in the array; returns the number that means that the function has returned. */
    public static int give(long result, long[] array) {
        array[0] = result;
        return -1;
    }
}
