package dev.airlock.sandbox.engine;

import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;

/** Functions whose code is larger than the 64 KiB of a method of the JVM, so that they stay interpreted. */
public final class LargeFunctions {
    /** The amount that a large function adds to its parameter. */
    public static final int ADDITIONS = 20_000;

    private LargeFunctions() {}

    /** Adds that many ones to local 0, which makes a function large; leaves nothing on the stack. */
    static ByteWriter code(ByteWriter w) {
        for (int i = 0; i < ADDITIONS; i++) {
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1);
            w.opcode(Opcode.I32_ADD).opcode(Opcode.LOCAL_SET).u32(0);
        }
        return w;
    }

    /**
     * Returns a module that exports {@code run}, which calls a large function, which calls a small one that adds one
     * more.
     */
    public static byte[] between(ModuleBuilder builder) {
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> call(w, 1).opcode(Opcode.END));
        builder.function(type, w -> call(code(w), 2).opcode(Opcode.END));
        builder.function(
                type,
                w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.I32_CONST)
                        .s64(1)
                        .opcode(Opcode.I32_ADD)
                        .opcode(Opcode.END));
        return builder.exporting("run", 0, 0).build();
    }

    private static ByteWriter call(ByteWriter w, int function) {
        return w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.CALL).u32(function);
    }
}
