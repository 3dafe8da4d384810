package dev.airlock.sandbox.metering;

import java.util.Arrays;

/**
 * The charges that were pending at the start of each open {@code if} whose second arm has not come yet. Both arms begin
 * with them. Innermost last; the function itself is a block.
 */
final class Arms {
    /** The value of a block whose way in was paid for, or that has no second arm to come. */
    static final long NONE = 0;

    private long[] pending = new long[16];
    private int depth;

    void clear() {
        depth = 0;
    }

    /** Opens a block. */
    void open(long units) {
        if (depth == pending.length) {
            pending = Arrays.copyOf(pending, depth * 2);
        }
        pending[depth++] = units;
    }

    /** Begins the second arm of the innermost block, and returns what is pending at its start. */
    long startSecond() {
        long units = pending[depth - 1];
        pending[depth - 1] = NONE;
        return units;
    }

    /** Closes the innermost block, and returns what a path that did not enter it still has to pay. */
    long close() {
        return pending[--depth];
    }
}
