package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.format.FunctionSize;

/**
 * The part of the limit {@code stack} that a call takes, version 1, published in {@code src/abi/stack-v1.md}. Each
 * function that is waiting for a call to return takes a frame, sized by everything that an engine may keep of it
 * meanwhile. A tail call takes one as well, since the engine does not release the caller's frame.
 */
public final class StackFrames {
    /** The version of this rule. */
    public static final int VERSION = 1;

    /** Bytes of the smallest frame. */
    public static final long BASE_BYTES = 96;

    /** Bytes of each parameter, local, operand and open block, whatever its type. */
    public static final long BYTES_PER_SLOT = 8;

    /** Bytes of code for one byte of a frame: engines keep intermediate results, and more code has more of them. */
    public static final long CODE_BYTES_PER_BYTE = 8;

    /** The size of any larger frame: more than a call may ever have. */
    public static final long MOST_BYTES = 64 << 20;

    private StackFrames() {}

    /** Returns the bytes of the frame of a function. */
    public static long bytes(FunctionSize function) {
        long bytes = BASE_BYTES
                + BYTES_PER_SLOT * (function.locals() + function.operands() + function.blocks())
                + function.codeBytes() / CODE_BYTES_PER_BYTE;
        return Math.min(bytes, MOST_BYTES);
    }
}
