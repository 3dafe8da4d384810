package dev.airlock.sandbox.metering;

import java.util.Arrays;

/**
 * What was pending where the open blocks of a function began to differ in two arms: at each {@code if} whose second arm has
 * not been met. Each arm begins with it. Innermost last; the function itself is a block.
 */
final class Arms {
    /** For a block whose way in was paid for, or that has no second arm to come. */
    static final long NONE = 0;

    private long[] pending = new long[16];
    private int depth;

    void clear() {
        depth = 0;
    }

    /** A block opens. */
    void open(long units) {
        if (depth == pending.length) {
            pending = Arrays.copyOf(pending, depth * 2);
        }
        pending[depth++] = units;
    }

    /** The second arm of the innermost block begins; returns what it begins with. */
    long startSecond() {
        long units = pending[depth - 1];
        pending[depth - 1] = NONE;
        return units;
    }

    /** The innermost block closes; returns what whoever did not enter it still has to pay. */
    long close() {
        return pending[--depth];
    }
}
