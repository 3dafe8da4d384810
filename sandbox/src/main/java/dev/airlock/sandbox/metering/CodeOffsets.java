package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.BlockRepairs;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Maps the metered code of one function to the module as its author built it. */
final class CodeOffsets {
    /** The origin of copied code, by its start in the metered code. */
    private final TreeMap<Integer, Integer> origins = new TreeMap<>();

    /** Records that the metered code from here on comes from that offset. */
    void note(int metered, int original) {
        origins.put(metered, original);
    }

    /** Returns the original offset of an instruction of the metered code. */
    OptionalInt original(int metered) {
        var from = origins.floorEntry(metered);
        return from == null ? OptionalInt.empty() : OptionalInt.of(from.getValue() + metered - from.getKey());
    }

    /**
     * Returns the offsets of one function.
     *
     * @param bytes the module that {@code info} was read from
     * @param definedFunction the function's index, not counting imports
     */
    static CodeOffsets of(byte[] bytes, ModuleInfo info, int definedFunction) throws ModuleRefused {
        CodeOffsets offsets = new CodeOffsets();
        BlockRepairs repairs = BlockRepairs.of(bytes, info, LoadBudget.endless());
        FunctionMetering functions = new FunctionMetering(bytes, info, repairs, info.unwinds(), true);
        CodeReader code = info.code(bytes).orElseThrow(() -> new IllegalArgumentException("no code"));
        ByteWriter unused = new ByteWriter(1 << 10);
        while (code.nextFunction()) {
            unused.clear();
            functions.noteIn(code.function() == definedFunction ? offsets : null);
            functions.rewrite(code, unused);
            if (code.function() == definedFunction) {
                return offsets;
            }
        }
        return offsets;
    }
}
