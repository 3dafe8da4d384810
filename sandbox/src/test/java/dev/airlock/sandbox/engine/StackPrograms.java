package dev.airlock.sandbox.engine;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Programs that use up the stack, each in another way. */
final class StackPrograms {
    private static final int EXNREF = 0x69;
    private static final int CATCH_ALL = 2;
    private static final int CATCH_ALL_REF = 3;
    private static final int OPERANDS = 20_000;
    private static final int LOCALS = 50_000;
    private static final int PARAMETERS = 300;
    private static final int MOST_METHOD_PARAMETERS = 124;
    private static final int DEPTH = 50;

    private StackPrograms() {}

    /** Returns those that only call, by name. */
    static Map<String, byte[]> calling() {
        Map<String, byte[]> programs = new LinkedHashMap<>();
        programs.put("direct", recursive(w -> call(w, 0)));
        programs.put("mutual", mutual());
        programs.put("indirect", indirect());
        programs.put("without a memory", start(new ModuleBuilder(), w -> call(w, 0)));
        programs.put("tail call", recursive(w -> w.opcode(Opcode.RETURN_CALL).u32(0)));
        programs.put("operands", recursive(StackPrograms::operands));
        programs.put("locals", locals());
        programs.put("parameters", parameters());
        programs.put("parameters through a table", indirectParameters());
        programs.put("intermediate results", intermediateResults(false));
        programs.put("other intermediate results", intermediateResults(true));
        programs.put("too large for a method", large());
        return programs;
    }

    /** Returns those that throw and catch that often before they use up the stack, by name. */
    static Map<String, byte[]> throwing(int throwing) {
        Map<String, byte[]> programs = new LinkedHashMap<>();
        programs.put("caught below", throwing(throwing, StackPrograms::thrower));
        programs.put("thrown again", throwing(throwing, StackPrograms::rethrower));
        programs.put("caught in place", throwing(throwing, StackPrograms::throwerInPlace));
        programs.put("caught below a large function", throwing(throwing / 100, StackPrograms::largeThrower));
        return programs;
    }

    private interface Code {
        ByteWriter write(ByteWriter w);
    }

    private static ByteWriter call(ByteWriter w, int function) {
        return w.opcode(Opcode.CALL).u32(function);
    }

    private static ModuleBuilder withMemory() {
        return new ModuleBuilder().memory(w -> w.u8(0).u32(1));
    }

    private static byte[] start(ModuleBuilder module, Code code) {
        module.function(module.type(new int[] {}), w -> code.write(w).opcode(Opcode.END));
        return module.exporting("_start", 0, 0).build();
    }

    private static byte[] recursive(Code code) {
        return start(withMemory(), code);
    }

    private static byte[] mutual() {
        ModuleBuilder module = withMemory();
        int type = module.type(new int[] {});
        module.function(type, w -> call(w, 1).opcode(Opcode.END));
        module.function(type, w -> w.u32(1).u32(3).u8(I64), w -> call(w, 0).opcode(Opcode.END));
        return module.exporting("_start", 0, 0).build();
    }

    private static byte[] indirect() {
        ModuleBuilder module = withMemory();
        module.table(w -> w.u8(FUNCREF).u8(0).u32(1));
        module.element(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.END)
                .u32(1)
                .u32(0));
        return start(
                module,
                w -> w.opcode(Opcode.I32_CONST)
                        .s64(0)
                        .opcode(Opcode.CALL_INDIRECT)
                        .u32(0)
                        .u32(0));
    }

    private static ByteWriter operands(ByteWriter w) {
        for (int i = 0; i < OPERANDS; i++) {
            w.opcode(Opcode.I64_CONST).s64(i);
        }
        call(w, 0);
        for (int i = 0; i < OPERANDS; i++) {
            w.opcode(Opcode.DROP);
        }
        return w;
    }

    private static byte[] locals() {
        ModuleBuilder module = withMemory();
        module.function(
                module.type(new int[] {}),
                w -> w.u32(1).u32(LOCALS).u8(I64),
                w -> call(w, 0).opcode(Opcode.END));
        return module.exporting("_start", 0, 0).build();
    }

    private static byte[] parameters() {
        ModuleBuilder module = withMemory();
        int[] types = new int[PARAMETERS];
        Arrays.fill(types, I64);
        int many = module.type(types);
        module.function(module.type(new int[] {}), w -> {
            for (int i = 0; i < PARAMETERS; i++) {
                w.opcode(Opcode.I64_CONST).s64(i);
            }
            call(w, 1).opcode(Opcode.END);
        });
        module.function(many, w -> {
            for (int i = 0; i < PARAMETERS; i++) {
                w.opcode(Opcode.LOCAL_GET).u32(i);
            }
            call(w, 1).opcode(Opcode.END);
        });
        return module.exporting("_start", 0, 0).build();
    }

    /**
     * As many parameters as a method of the JVM can have, through a table, so that the engine's dispatcher has them as
     * well.
     */
    private static byte[] indirectParameters() {
        ModuleBuilder module = withMemory();
        int[] types = new int[MOST_METHOD_PARAMETERS];
        Arrays.fill(types, I64);
        int many = module.type(types);
        module.table(w -> w.u8(FUNCREF).u8(0).u32(1));
        module.element(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.END)
                .u32(1)
                .u32(1));
        module.function(module.type(new int[] {}), w -> {
            for (int i = 0; i < MOST_METHOD_PARAMETERS; i++) {
                w.opcode(Opcode.I64_CONST).s64(i);
            }
            call(w, 1).opcode(Opcode.END);
        });
        module.function(many, w -> {
            for (int i = 0; i < MOST_METHOD_PARAMETERS; i++) {
                w.opcode(Opcode.LOCAL_GET).u32(i);
            }
            w.opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.CALL_INDIRECT)
                    .u32(many)
                    .u32(0);
            w.opcode(Opcode.END);
        });
        return module.exporting("_start", 0, 0).build();
    }

    /**
     * Values that a JIT compiler keeps each in a place of its own: those that are needed after a call, one after the
     * other.
     */
    private static byte[] intermediateResults(boolean other) {
        ModuleBuilder module = withMemory();
        int nothing = module.type(new int[] {});
        int two = module.type(new int[] {I64, I64});
        module.global(w -> w.u8(I64).u8(1).opcode(Opcode.I64_CONST).s64(0).opcode(Opcode.END));
        module.function(
                nothing,
                w -> call(
                                w.opcode(Opcode.I64_CONST)
                                        .s64(1)
                                        .opcode(Opcode.I64_CONST)
                                        .s64(2),
                                1)
                        .opcode(Opcode.END));
        module.function(two, w -> {
            results(w, other);
            call(w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.LOCAL_GET).u32(1), 1);
            results(w, other).opcode(Opcode.END);
        });
        module.function(
                nothing,
                w -> w.opcode(Opcode.I64_CONST)
                        .s64(5)
                        .opcode(Opcode.GLOBAL_SET)
                        .u32(0)
                        .opcode(Opcode.END));
        return module.exporting("_start", 0, 0).build();
    }

    private static ByteWriter results(ByteWriter w, boolean other) {
        for (int i = 0; i < 80; i++) {
            w.opcode(Opcode.LOCAL_GET).u32(0);
            if (other) {
                w.opcode(Opcode.LOCAL_GET).u32(1).opcode(Opcode.I64_XOR);
                call(w, 2).opcode(Opcode.LOCAL_SET).u32(i % 2);
            } else {
                w.opcode(Opcode.I64_CONST).s64(i + 3).opcode(Opcode.I64_MUL);
                call(w, 2).opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I64_ADD);
                w.opcode(Opcode.LOCAL_SET).u32(0);
            }
        }
        return w;
    }

    /** A small function and one that stays interpreted call each other. */
    private static byte[] large() {
        ModuleBuilder module = withMemory();
        int nothing = module.type(new int[] {});
        int one = module.type(new int[] {I32});
        module.function(nothing, w -> call(w.opcode(Opcode.I32_CONST).s64(0), 1).opcode(Opcode.END));
        module.function(
                one,
                w -> call(LargeFunctions.code(w).opcode(Opcode.LOCAL_GET).u32(0), 2)
                        .opcode(Opcode.END));
        module.function(one, w -> call(w.opcode(Opcode.LOCAL_GET).u32(0), 1).opcode(Opcode.END));
        return module.exporting("_start", 0, 0).build();
    }

    /** Adds functions from index 4 on, the last of which throws each time it is called, in one way or another. */
    private interface Thrower {
        void add(ModuleBuilder module, int type);
    }

    /**
     * Goes down some way, calls a function that throws there and catches it that many times, comes back up, and only
     * then uses up the stack: all of it must be available.
     */
    private static byte[] throwing(int times, Thrower thrower) {
        ModuleBuilder module = withMemory();
        int nothing = module.type(new int[] {});
        int one = module.type(new int[] {I32});
        module.tag(nothing);
        module.function(nothing, w -> {
            call(w.opcode(Opcode.I32_CONST).s64(DEPTH), 1);
            call(w, 2).opcode(Opcode.END);
        });
        module.function(one, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.IF).u8(EMPTY);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
            call(w, 1).opcode(Opcode.ELSE);
            call(w.opcode(Opcode.I32_CONST).s64(times), 3).opcode(Opcode.END).opcode(Opcode.END);
        });
        module.function(nothing, w -> call(w, 2).opcode(Opcode.END));
        module.function(one, StackPrograms::catching);
        thrower.add(module, nothing);
        return module.exporting("_start", 0, 0).build();
    }

    /** Function 3: calls function 4 as often as its parameter says, and catches what it throws. */
    private static void catching(ByteWriter w) {
        w.opcode(Opcode.LOOP).u8(EMPTY);
        w.opcode(Opcode.BLOCK).u8(EMPTY);
        w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(0);
        call(w, 4).opcode(Opcode.END);
        w.opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
        w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
        w.opcode(Opcode.LOCAL_TEE).u32(0).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
        w.opcode(Opcode.END);
    }

    private static void thrower(ModuleBuilder module, int type) {
        module.function(type, w -> call(w, 5).opcode(Opcode.END));
        module.function(type, w -> w.opcode(Opcode.THROW).u32(0).opcode(Opcode.END));
    }

    private static void rethrower(ModuleBuilder module, int type) {
        module.function(type, w -> {
            w.opcode(Opcode.BLOCK).u8(EXNREF);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL_REF).u32(0);
            call(w, 5).opcode(Opcode.END);
            w.opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
            w.opcode(Opcode.THROW_REF).opcode(Opcode.END);
        });
        module.function(type, w -> w.opcode(Opcode.THROW).u32(0).opcode(Opcode.END));
    }

    /** Throws, catches at its own end, and then throws again. */
    private static void throwerInPlace(ModuleBuilder module, int type) {
        module.function(type, w -> call(w, 5).opcode(Opcode.THROW).u32(0).opcode(Opcode.END));
        module.function(type, w -> {
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(0);
            w.opcode(Opcode.THROW)
                    .u32(0)
                    .opcode(Opcode.END)
                    .opcode(Opcode.UNREACHABLE)
                    .opcode(Opcode.END);
        });
    }

    private static void largeThrower(ModuleBuilder module, int type) {
        module.function(
                type,
                w -> w.u32(1).u32(1).u8(I32),
                w -> call(LargeFunctions.code(w), 5).opcode(Opcode.END));
        module.function(type, w -> w.opcode(Opcode.THROW).u32(0).opcode(Opcode.END));
    }
}
