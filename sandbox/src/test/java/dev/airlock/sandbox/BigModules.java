package dev.airlock.sandbox;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Modules with very many things of one kind, and a {@code _start} that does nothing. */
public final class BigModules {
    private BigModules() {}

    /**
     * Returns one module for each kind of thing that takes memory while a module is loaded, by the name of the kind.
     */
    public static Map<String, byte[]> ofEachKind() {
        Map<String, byte[]> modules = new LinkedHashMap<>();
        modules.put("instructions", arithmetic(20, 2_000));
        modules.put("one large function", arithmetic(1, 40_000));
        modules.put("functions", arithmetic(7_000, 4));
        modules.put(
                "calls",
                functions(
                        100,
                        ModuleBuilder.bytes(w -> w.u32(0)),
                        repeat(1_000, w -> w.opcode(Opcode.CALL).u32(0))));
        modules.put("bulk work", functions(40, ModuleBuilder.bytes(w -> w.u32(0)), repeat(1_000, BigModules::fill)));
        modules.put("blocks", blocks(30, 500, 1_500));
        modules.put("locals", blocks(10, 8_000, 500));
        modules.put("labels", labels(40));
        modules.put("elements", elements(400_000));
        modules.put("segments", segments(100_000));
        modules.put("types", types(50_000));
        modules.put("exports", exports(90_000));
        return modules;
    }

    /** Returns a module with functions of that many additions each. */
    public static byte[] arithmetic(int functions, int additions) {
        return functions(
                functions,
                ModuleBuilder.bytes(w -> w.u32(1).u32(1).u8(I32)),
                repeat(
                        additions,
                        w -> w.opcode(Opcode.LOCAL_GET)
                                .u32(0)
                                .opcode(Opcode.I32_CONST)
                                .s64(1)
                                .opcode(Opcode.I32_ADD)
                                .opcode(Opcode.LOCAL_SET)
                                .u32(0)));
    }

    /** Returns a module that nests that many blocks in one function. */
    public static byte[] nested(int blocks) {
        return functions(1, ModuleBuilder.bytes(w -> w.u32(0)), w -> {
            for (int i = 0; i < blocks; i++) {
                w.opcode(Opcode.BLOCK).u8(EMPTY);
            }
            for (int i = 0; i < blocks; i++) {
                w.opcode(Opcode.END);
            }
        });
    }

    /** Returns a module whose function has that many loops, one after the other. */
    public static byte[] loops(int count) {
        return functions(
                1,
                ModuleBuilder.bytes(w -> w.u32(0)),
                repeat(count, w -> w.opcode(Opcode.LOOP).u8(EMPTY).opcode(Opcode.END)));
    }

    /** Returns a module with that many locals in one function. */
    public static byte[] locals(int count) {
        return blocks(1, count, 0);
    }

    /** Returns a module with that many data segments. */
    public static byte[] segments(int count) {
        ModuleBuilder module = startOnly(1);
        for (int i = 0; i < count; i++) {
            int address = i % 60_000;
            module.data(w -> w.u32(0)
                    .opcode(Opcode.I32_CONST)
                    .s64(address)
                    .opcode(Opcode.END)
                    .u32(1)
                    .u8(7));
        }
        return module.build();
    }

    /** Returns a module whose memory begins with that many pages. */
    public static byte[] memory(int pages) {
        return startOnly(pages).build();
    }

    /** Returns a module whose table begins with that many elements. */
    public static byte[] table(int elements) {
        return startOnly(1).table(w -> w.u8(FUNCREF).u8(0).u32(elements)).build();
    }

    private static byte[] elements(int count) {
        return startOnly(1)
                .table(w -> w.u8(FUNCREF).u8(0).u32(10))
                .element(w -> {
                    w.u32(1).u8(0).u32(count);
                    for (int i = 0; i < count; i++) {
                        w.u32(0);
                    }
                })
                .build();
    }

    private static byte[] types(int count) {
        ModuleBuilder module = startOnly(1);
        for (int i = 0; i < count; i++) {
            int[] parameters = new int[1 + i % 20];
            Arrays.fill(parameters, I32);
            module.type(parameters);
        }
        return module.build();
    }

    private static byte[] exports(int count) {
        ModuleBuilder module = startOnly(1);
        for (int i = 0; i < count; i++) {
            module.exporting("e" + i, 0, 0);
        }
        return module.build();
    }

    private static byte[] labels(int functions) {
        return functions(functions, ModuleBuilder.bytes(w -> w.u32(0)), w -> {
            w.opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.BR_TABLE).u32(10_000);
            for (int i = 0; i <= 10_000; i++) {
                w.u32(0);
            }
        });
    }

    private static byte[] blocks(int functions, int locals, int blocks) {
        return functions(
                functions,
                ModuleBuilder.bytes(w -> w.u32(1).u32(locals).u8(I32)),
                repeat(
                        blocks,
                        w -> w.opcode(Opcode.BLOCK)
                                .u8(EMPTY)
                                .opcode(Opcode.LOCAL_GET)
                                .u32(0)
                                .opcode(Opcode.BR_IF)
                                .u32(0)
                                .opcode(Opcode.END)));
    }

    private static void end(ByteWriter w) {
        w.opcode(Opcode.END);
    }

    private static void fill(ByteWriter w) {
        w.opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.I32_CONST)
                .s64(0);
        w.opcode(Opcode.MEMORY_FILL).u8(0);
    }

    private static Consumer<ByteWriter> repeat(int times, Consumer<ByteWriter> code) {
        return w -> {
            for (int i = 0; i < times; i++) {
                code.accept(w);
            }
        };
    }

    private static byte[] functions(int count, byte[] locals, Consumer<ByteWriter> code) {
        ModuleBuilder module = startOnly(1);
        int type = module.type(new int[] {});
        byte[] body = ModuleBuilder.bytes(code.andThen(BigModules::end));
        for (int i = 0; i < count; i++) {
            module.function(type, w -> w.copy(locals, 0, locals.length), w -> w.copy(body, 0, body.length));
        }
        return module.build();
    }

    private static ModuleBuilder startOnly(int pages) {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {});
        int start = module.function(type, BigModules::end);
        return module.memory(w -> w.u8(0).u32(pages)).exporting("_start", 0, start);
    }
}
