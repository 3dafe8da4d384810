package dev.airlock.sandbox.engine.spec;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.function.Consumer;

/** The shortest programs that never end: each exports {@code run}. */
final class EndlessLoops {
    private EndlessLoops() {}

    /** {@code loop br 0 end}: one unit per turn. */
    static byte[] branching() {
        return module(w -> w.opcode(Opcode.BR).u32(0));
    }

    /** The same by {@code br_table}, where the interpreter never checks for an interruption: two units per turn. */
    static byte[] byTable() {
        return module(w ->
                w.opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.BR_TABLE).u32(0).u32(0));
    }

    private static byte[] module(Consumer<ByteWriter> loop) {
        ModuleBuilder module = new ModuleBuilder();
        module.function(module.type(new int[] {}), w -> {
            w.opcode(Opcode.LOOP).u8(EMPTY);
            loop.accept(w);
            w.opcode(Opcode.END).opcode(Opcode.END);
        });
        return module.exporting("run", 0, 0).build();
    }
}
