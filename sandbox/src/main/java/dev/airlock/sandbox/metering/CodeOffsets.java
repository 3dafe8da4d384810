package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.wasm.BlockRepairs;
import dev.airlock.sandbox.wasm.ByteWriter;
import dev.airlock.sandbox.wasm.CodeReader;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleRefused;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Where the instructions of one function's metered code stood in the module as its author built it. */
final class CodeOffsets {
    /** From where code was copied, by where it begins in the metered code. */
    private final TreeMap<Integer, Integer> origins = new TreeMap<>();

    /** Notes that what follows in the metered code comes from there. */
    void note(int metered, int original) {
        origins.put(metered, original);
    }

    /** Where an instruction of the metered code stood. */
    OptionalInt original(int metered) {
        var from = origins.floorEntry(metered);
        return from == null ? OptionalInt.empty() : OptionalInt.of(from.getValue() + metered - from.getKey());
    }

    /**
     * The offsets of one function.
     *
     * @param bytes the module that {@code info} was read from
     * @param definedFunction the function's index, imports left out
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
