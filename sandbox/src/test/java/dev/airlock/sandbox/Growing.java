package dev.airlock.sandbox;

import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.charset.StandardCharsets;

/** Guests that need memory, and ask for a random number so that a test knows how far they have come. */
final class Growing {
    private static final byte[] ANSWER = "{\"output\":{}}".getBytes(StandardCharsets.UTF_8);
    private static final int RANDOM = 0;
    private static final int WRITE = 1;
    private static final int IMPORTS = 2;
    private static final int PLACE = 1024;

    private Growing() {}

    /** Returns one that begins with that many pages, and grows by that many. */
    static byte[] by(int pages, int first) {
        ModuleBuilder module = importing();
        int start = module.function(module.type(new int[] {}), w -> {
            random(w);
            w.opcode(Opcode.I32_CONST).s64(pages);
            w.opcode(Opcode.MEMORY_GROW).u8(0).opcode(Opcode.DROP);
            random(w);
            answer(w);
        });
        return built(module, first, start);
    }

    /** Returns one whose stack is that many frames deep when it asks for a random number, each of some 900 bytes. */
    static byte[] recursing(int deep) {
        ModuleBuilder module = importing();
        int own = IMPORTS;
        int recursing = module.function(
                module.type(new int[] {I32}), w -> w.u32(1).u32(100).u8(ModuleBuilder.I64), w -> {
                    w.opcode(Opcode.LOCAL_GET).u32(0);
                    w.opcode(Opcode.IF).u8(ModuleBuilder.EMPTY);
                    w.opcode(Opcode.LOCAL_GET)
                            .u32(0)
                            .opcode(Opcode.I32_CONST)
                            .s64(1)
                            .opcode(Opcode.I32_SUB);
                    w.opcode(Opcode.CALL).u32(own);
                    w.opcode(Opcode.ELSE);
                    random(w);
                    w.opcode(Opcode.END).opcode(Opcode.END);
                });
        int start = module.function(module.type(new int[] {}), w -> {
            w.opcode(Opcode.I32_CONST).s64(deep).opcode(Opcode.CALL).u32((long) recursing + IMPORTS);
            answer(w);
        });
        return built(module, 1, start);
    }

    private static ModuleBuilder importing() {
        ModuleBuilder module = new ModuleBuilder();
        int two = module.type(new int[] {I32, I32}, I32);
        int four = module.type(new int[] {I32, I32, I32, I32}, I32);
        return module.importing("wasi_snapshot_preview1", "random_get", 0, w -> w.u32(two))
                .importing("wasi_snapshot_preview1", "fd_write", 0, w -> w.u32(four));
    }

    private static void random(ByteWriter w) {
        w.opcode(Opcode.I32_CONST).s64(PLACE).opcode(Opcode.I32_CONST).s64(1);
        w.opcode(Opcode.CALL).u32(RANDOM).opcode(Opcode.DROP);
    }

    private static void answer(ByteWriter w) {
        for (int argument : new int[] {1, 0, 1, 8}) {
            w.opcode(Opcode.I32_CONST).s64(argument);
        }
        w.opcode(Opcode.CALL).u32(WRITE).opcode(Opcode.DROP).opcode(Opcode.END);
    }

    private static byte[] built(ModuleBuilder module, int first, int start) {
        return module.memory(w -> w.u8(0).u32(first))
                .data(w -> {
                    w.u32(0).opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.END).u32(16L + ANSWER.length);
                    for (int b : new int[] {16, 0, 0, 0, ANSWER.length, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) {
                        w.u8(b);
                    }
                    w.copy(ANSWER, 0, ANSWER.length);
                })
                .exporting("_start", 0, start + IMPORTS)
                .build();
    }
}
