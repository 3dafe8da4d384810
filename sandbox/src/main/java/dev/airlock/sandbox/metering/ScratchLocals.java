package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Locals of one function after all others, for values on their way into a block. Each value is read before another is
 * set, so all blocks share them.
 */
final class ScratchLocals {
    private final List<Byte> types = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();
    private long first;

    /** Starts with the first free local of a function. */
    void start(long firstFree) {
        first = firstFree;
        types.clear();
    }

    boolean isEmpty() {
        return types.isEmpty();
    }

    /** The number of groups in which they are declared. */
    int groups() {
        return types.size();
    }

    /** Declares them. */
    void declare(ByteWriter head) {
        types.forEach(type -> head.u32(1).u8(type & 0xFF));
    }

    /** Returns distinct locals for values of these types. */
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
