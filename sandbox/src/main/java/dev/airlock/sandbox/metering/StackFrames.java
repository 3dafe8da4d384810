package dev.airlock.sandbox.metering;

/**
 * How much of the limit {@code stack} a call takes, version 1, published in {@code src/abi/stack-v1.md}: each function
 * that is waiting for a call to return takes a frame, by the number of its parameters and locals. A tail call takes one as
 * well: the engine does not give the caller's frame back.
 */
public final class StackFrames {
    /** The version of this rule. */
    public static final int VERSION = 1;

    /** Bytes of a frame without parameters and locals. */
    public static final long BASE_BYTES = 96;

    /** Bytes of each parameter and local, whatever its type. */
    public static final long BYTES_PER_LOCAL = 8;

    private StackFrames() {}

    /** Bytes of the frame of a function. */
    public static long bytes(long parametersAndLocals) {
        return BASE_BYTES + BYTES_PER_LOCAL * parametersAndLocals;
    }
}
