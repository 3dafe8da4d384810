package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Locals of one function behind all others, for values on their way into a block. What is set is read before anything else is set, so
 * that all blocks share them.
 */
final class ScratchLocals {
    private final List<Byte> types = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private long first;

    /** Starts with a function's first local that is free. */
    void start(long firstFree) {
        first = firstFree;
        types.clear();
    }

    boolean isEmpty() {
        return types.isEmpty();
    }

    /** How many groups of locals they are declared in. */
    int groups() {
        return types.size();
    }

    /** Declares them. */
    void declare(ByteWriter head) {
        types.forEach(type -> head.u32(1).u8(type & 0xFF));
    }

    /** The locals for values of these types, no two the same. */
    long[] of(byte... values) {
        taken.clear();
        long[] locals = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            locals[i] = first + take(values[i]);
        }
        return locals;
    }

    private int take(byte type) {
        int local = 0;
        while (local < types.size() && (types.get(local) != type || taken.contains(local))) {
            local++;
        }
        if (local == types.size()) {
            types.add(type);
        }
        taken.add(local);
        return local;
    }
}
