package dev.airlock.sandbox.wasm;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.F64;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.List;
import java.util.Random;

/**
 * Writes random valid modules that export {@code run(i32, i64) -> i64}, their memory and their globals: the same module
 * for the same seed. Their functions read and write numbers of all widths, in loops without calls as well as between
 * calls, at the end of memory, at its end after growth, and where addresses wrap around. They compare and branch in all
 * ways, and have more globals, of all types, than a memory has fields. Floating-point numbers are only moved and
 * compared, so that no bits of a NaN arise.
 */
public final class AccessGenerator {
    private static final int F32 = 0x7D;
    private static final int FUNCTIONS = 6;
    private static final int[] GLOBALS = {I32, I64, F64, F32, FUNCREF, I32, I64, I32, F64, I32, I64, F32, FUNCREF};
    private static final int PARAMETERS = 2;
    private static final int COUNTER = PARAMETERS + 4;
    private static final int COUNTERS = 4;

    private static final List<Opcode> I32_LOADS =
            List.of(Opcode.I32_LOAD, Opcode.I32_LOAD8_S, Opcode.I32_LOAD8_U, Opcode.I32_LOAD16_S, Opcode.I32_LOAD16_U);
    private static final List<Opcode> I64_LOADS = List.of(
            Opcode.I64_LOAD,
            Opcode.I64_LOAD8_S,
            Opcode.I64_LOAD8_U,
            Opcode.I64_LOAD16_S,
            Opcode.I64_LOAD16_U,
            Opcode.I64_LOAD32_S,
            Opcode.I64_LOAD32_U);
    private static final List<Opcode> I32_STORES = List.of(Opcode.I32_STORE, Opcode.I32_STORE8, Opcode.I32_STORE16);
    private static final List<Opcode> I64_STORES =
            List.of(Opcode.I64_STORE, Opcode.I64_STORE8, Opcode.I64_STORE16, Opcode.I64_STORE32);
    private static final List<Opcode> I32_COMPARISONS = List.of(
            Opcode.I32_EQ,
            Opcode.I32_NE,
            Opcode.I32_LT_S,
            Opcode.I32_LT_U,
            Opcode.I32_GT_S,
            Opcode.I32_GT_U,
            Opcode.I32_LE_S,
            Opcode.I32_LE_U,
            Opcode.I32_GE_S,
            Opcode.I32_GE_U);
    private static final List<Opcode> I64_COMPARISONS = List.of(
            Opcode.I64_EQ,
            Opcode.I64_NE,
            Opcode.I64_LT_S,
            Opcode.I64_LT_U,
            Opcode.I64_GT_S,
            Opcode.I64_GT_U,
            Opcode.I64_LE_S,
            Opcode.I64_LE_U,
            Opcode.I64_GE_S,
            Opcode.I64_GE_U);
    private static final List<Opcode> F64_COMPARISONS =
            List.of(Opcode.F64_EQ, Opcode.F64_NE, Opcode.F64_LT, Opcode.F64_GT, Opcode.F64_LE, Opcode.F64_GE);

    private static final long[] EDGES = {
        0,
        1,
        0xFFF9,
        0xFFFF,
        0x1_0000,
        0x1_FFFD,
        (16 << 20) - 3,
        16 << 20,
        0x7FFF_FFF8L,
        0x7FFF_FFFFL,
        0x8000_0000L,
        0xFFFF_0000L,
        0xFFFF_FFF8L,
        0xFFFF_FFFFL
    };

    private final Random random;
    private final ModuleBuilder module = new ModuleBuilder();
    private final boolean careful;
    private final boolean grows;
    private int function;
    private int counters;

    private AccessGenerator(long seed) {
        this.random = new Random(seed);
        this.careful = random.nextInt(4) != 0;
        this.grows = random.nextInt(16) == 0;
    }

    /** Returns the module of that seed. */
    public static byte[] module(long seed) {
        return new AccessGenerator(seed).generate();
    }

    private byte[] generate() {
        int plain = module.type(new int[] {I32, I64}, I64);
        int two = module.type(new int[] {I32, I64}, I64, I32);
        module.memory(w -> w.u8(1).u32(1).u32(grows ? 300 : 4));
        for (int type : GLOBALS) {
            module.global(w -> global(w, type));
        }
        for (function = 0; function < FUNCTIONS; function++) {
            boolean hasTwo = hasTwo(function);
            module.function(hasTwo ? two : plain, AccessGenerator::locals, w -> body(w, hasTwo));
        }
        for (int i = 0; i < GLOBALS.length; i++) {
            module.exporting("g" + i, 3, i);
        }
        module.exporting("run", 0, 0).exporting("memory", 2, 0);
        module.element(w -> w.u32(3).u8(0).u32(1).u32(1)); // declared, for references to it
        byte[] bytes = new byte[5_000];
        random.nextBytes(bytes);
        module.withDataCount().data(w -> w.u32(1).u32(bytes.length).copy(bytes, 0, bytes.length));
        module.data(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(0xFF00)
                .opcode(Opcode.END)
                .u32(256)
                .copy(bytes, 0, 256));
        return module.build();
    }

    private static boolean hasTwo(int function) {
        return function == 3;
    }

    private void global(ByteWriter w, int type) {
        w.u8(type).u8(1);
        switch (type) {
            case I32 -> w.opcode(Opcode.I32_CONST).s64(random.nextInt());
            case I64 -> w.opcode(Opcode.I64_CONST).s64(random.nextLong());
            case F32 -> raw(w.opcode(Opcode.F32_CONST), random.nextInt(), 4);
            case F64 -> raw(w.opcode(Opcode.F64_CONST), random.nextLong(), 8);
            default -> w.opcode(Opcode.REF_NULL).u8(FUNCREF);
        }
        w.opcode(Opcode.END);
    }

    private static void raw(ByteWriter w, long bits, int bytes) {
        for (int i = 0; i < bytes; i++) {
            w.u8((int) (bits >> (8 * i)) & 0xFF);
        }
    }

    /** Writes two locals of each integer type after the parameters, and the counters of loops. */
    private static void locals(ByteWriter w) {
        w.u32(3).u32(2).u8(I32).u32(2).u8(I64).u32(COUNTERS).u8(I32);
    }

    private void body(ByteWriter w, boolean hasTwo) {
        statements(w, 3);
        i64(w, 2);
        if (hasTwo) {
            i32(w, 2);
        }
        w.opcode(Opcode.END);
    }

    private void statements(ByteWriter w, int depth) {
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            statement(w, depth);
        }
    }

    private void statement(ByteWriter w, int depth) {
        switch (random.nextInt(depth > 0 ? 13 : 8)) {
            case 0 -> {
                i32(w, 2);
                w.opcode(Opcode.LOCAL_SET).u32(i32Local());
            }
            case 1 -> {
                i64(w, 2);
                w.opcode(Opcode.LOCAL_SET).u32(i64Local());
            }
            case 2, 3 -> store(w);
            case 4 -> setGlobal(w);
            case 5 -> bulk(w);
            case 6 -> {
                w.opcode(Opcode.I32_CONST).s64(grows && random.nextInt(3) > 0 ? 130 : random.nextInt(2));
                w.opcode(Opcode.MEMORY_GROW).u8(0).opcode(Opcode.LOCAL_SET).u32(i32Local());
            }
            case 7 -> moveFloat(w);
            case 8, 9 -> loop(w, depth);
            case 10, 11 -> condition(w, depth);
            default -> call(w);
        }
    }

    private int i32Local() {
        return random.nextInt(4) == 0 ? 0 : PARAMETERS + random.nextInt(2);
    }

    private int i64Local() {
        return random.nextInt(4) == 0 ? 1 : PARAMETERS + 2 + random.nextInt(2);
    }

    /** A loop that ends after a few turns, or when a comparison says so. */
    private void loop(ByteWriter w, int depth) {
        if (counters == COUNTERS) {
            return;
        }
        int counter = COUNTER + counters++;
        w.opcode(Opcode.I32_CONST)
                .s64(1 + random.nextInt(20))
                .opcode(Opcode.LOCAL_SET)
                .u32(counter);
        w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.LOOP).u8(EMPTY);
        statements(w, depth - 1);
        if (random.nextBoolean()) {
            comparison(w);
            w.opcode(Opcode.BR_IF).u32(1);
            statements(w, 0);
        }
        w.opcode(Opcode.LOCAL_GET).u32(counter).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
        w.opcode(Opcode.LOCAL_TEE).u32(counter);
        if (random.nextBoolean()) {
            w.opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.I32_GT_S);
        }
        w.opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END).opcode(Opcode.END);
        counters--;
    }

    private void condition(ByteWriter w, int depth) {
        comparison(w);
        w.opcode(Opcode.IF).u8(EMPTY);
        statements(w, depth - 1);
        if (random.nextBoolean()) {
            w.opcode(Opcode.ELSE);
            statements(w, depth - 1);
        }
        w.opcode(Opcode.END);
    }

    /** Writes a comparison that a branch may follow, with a few negations. */
    private void comparison(ByteWriter w) {
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                i32(w, 1);
                i32(w, 1);
                w.opcode(any(I32_COMPARISONS));
            }
            case 2 -> {
                i64(w, 1);
                i64(w, 1);
                w.opcode(any(I64_COMPARISONS));
            }
            case 3 -> {
                i64(w, 1);
                w.opcode(Opcode.I64_EQZ);
            }
            case 4 -> {
                address(w, 0);
                w.opcode(Opcode.F64_LOAD).u32(3).u32(0);
                i64(w, 1);
                w.opcode(Opcode.F64_CONVERT_I64_S).opcode(any(F64_COMPARISONS));
            }
            default -> i32(w, 2);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextInt(3) == 0) {
                w.opcode(Opcode.I64_EXTEND_I32_U).opcode(Opcode.I64_EQZ);
            } else {
                w.opcode(Opcode.I32_EQZ);
            }
        }
    }

    private void call(ByteWriter w) {
        if (function + 1 == FUNCTIONS) {
            store(w);
            return;
        }
        int callee = function + 1 + random.nextInt(FUNCTIONS - function - 1);
        i32(w, 1);
        i64(w, 1);
        w.opcode(Opcode.CALL).u32(callee);
        if (hasTwo(callee)) {
            w.opcode(Opcode.LOCAL_SET).u32(i32Local());
        }
        w.opcode(Opcode.LOCAL_SET).u32(i64Local());
    }

    private void setGlobal(ByteWriter w) {
        int global = random.nextInt(GLOBALS.length);
        switch (GLOBALS[global]) {
            case I32 -> i32(w, 2);
            case I64 -> i64(w, 2);
            case F32 -> {
                long offset = address(w, 4);
                w.opcode(Opcode.F32_LOAD).u32(0).u32(offset);
            }
            case F64 -> {
                long offset = address(w, 8);
                w.opcode(Opcode.F64_LOAD).u32(0).u32(offset);
            }
            default -> {
                if (random.nextBoolean()) {
                    w.opcode(Opcode.REF_NULL).u8(FUNCREF);
                } else {
                    w.opcode(Opcode.REF_FUNC).u32(1);
                }
            }
        }
        w.opcode(Opcode.GLOBAL_SET).u32(global);
    }

    private int globalOf(int type) {
        int global = random.nextInt(GLOBALS.length);
        while (GLOBALS[global] != type) {
            global = (global + 1) % GLOBALS.length;
        }
        return global;
    }

    private void moveFloat(ByteWriter w) {
        boolean isShort = random.nextBoolean();
        int size = isShort ? 4 : 8;
        long to = address(w, size);
        if (random.nextBoolean()) {
            w.opcode(Opcode.GLOBAL_GET).u32(globalOf(isShort ? F32 : F64));
        } else {
            long from = address(w, size);
            w.opcode(isShort ? Opcode.F32_LOAD : Opcode.F64_LOAD).u32(0).u32(from);
        }
        w.opcode(isShort ? Opcode.F32_STORE : Opcode.F64_STORE).u32(0).u32(to);
    }

    private void store(ByteWriter w) {
        long offset = address(w, 8);
        if (random.nextBoolean()) {
            i32(w, 2);
            w.opcode(any(I32_STORES)).u32(0).u32(offset);
        } else {
            i64(w, 2);
            w.opcode(any(I64_STORES)).u32(0).u32(offset);
        }
    }

    private void bulk(ByteWriter w) {
        address(w, 300);
        switch (random.nextInt(3)) {
            case 0 -> {
                i32(w, 1);
                size(w);
                w.opcode(Opcode.MEMORY_FILL).u8(0);
            }
            case 1 -> {
                address(w, 300);
                size(w);
                w.opcode(Opcode.MEMORY_COPY).u8(0).u8(0);
            }
            default -> {
                w.opcode(Opcode.I32_CONST).s64(random.nextInt(4_000));
                size(w);
                w.opcode(Opcode.MEMORY_INIT).u32(0).u8(0);
            }
        }
    }

    private void size(ByteWriter w) {
        w.opcode(Opcode.I32_CONST).s64(random.nextInt(30) == 0 && !careful ? 70_000 : random.nextInt(300));
    }

    /**
     * Puts an address on the operand stack, and returns an offset to go with it, at most 32 bits of it.
     *
     * @param size bytes that must fit there, if this module is careful
     */
    private long address(ByteWriter w, int size) {
        long offset = offset(size);
        switch (random.nextInt(careful ? 3 : 12)) {
            case 0 -> { // that far before the end
                w.opcode(Opcode.MEMORY_SIZE)
                        .u8(0)
                        .opcode(Opcode.I32_CONST)
                        .s64(16)
                        .opcode(Opcode.I32_SHL);
                long before = size + offset + random.nextInt(9);
                constant(w, -before).opcode(Opcode.I32_ADD);
            }
            case 1, 2, 3, 4, 5, 6, 7, 8 -> {
                i32(w, 1);
                w.opcode(Opcode.I32_CONST).s64(0xDFFF >> random.nextInt(4)).opcode(Opcode.I32_AND);
            }
            case 9 -> constant(w, edge());
            case 10 -> constant(w, edge() - offset);
            default -> i32(w, 1);
        }
        return offset;
    }

    /** The lower half of a number. */
    private static ByteWriter constant(ByteWriter w, long value) {
        int lower = (int) value;
        return w.opcode(Opcode.I32_CONST).s64(lower);
    }

    private long offset(int size) {
        if (random.nextInt(3) == 0 || size == 0) {
            return 0;
        }
        return !careful && random.nextInt(8) == 0 ? edge() : random.nextInt(0x1000);
    }

    private long edge() {
        long edge = EDGES[random.nextInt(EDGES.length)];
        return random.nextBoolean() ? edge : Math.max(0, edge - random.nextInt(10));
    }

    private void i32(ByteWriter w, int depth) {
        switch (random.nextInt(depth > 0 ? 10 : 3)) {
            case 0 -> w.opcode(Opcode.I32_CONST).s64(random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(9) - 2);
            case 1, 2 -> w.opcode(Opcode.LOCAL_GET).u32(i32Local());
            case 3, 4 -> {
                long offset = address(w, 8);
                w.opcode(any(I32_LOADS)).u32(0).u32(offset);
            }
            case 5 -> w.opcode(Opcode.GLOBAL_GET).u32(globalOf(I32));
            case 6 -> {
                i64(w, depth - 1);
                w.opcode(Opcode.I32_WRAP_I64);
            }
            case 7 -> comparison(w);
            case 8 -> { // as compilers write addresses
                i32(w, depth - 1);
                w.opcode(Opcode.I64_EXTEND_I32_U).opcode(Opcode.I64_CONST);
                w.s64(random.nextBoolean() ? random.nextInt(2) : random.nextLong());
                w.opcode(Opcode.I64_ADD).opcode(Opcode.I32_WRAP_I64);
            }
            default -> {
                i32(w, depth - 1);
                i32(w, depth - 1);
                w.opcode(random.nextBoolean() ? Opcode.I32_ADD : Opcode.I32_XOR);
            }
        }
    }

    private void i64(ByteWriter w, int depth) {
        switch (random.nextInt(depth > 0 ? 10 : 3)) {
            case 0 ->
                w.opcode(Opcode.I64_CONST).s64(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(9) - 2);
            case 1, 2 -> w.opcode(Opcode.LOCAL_GET).u32(i64Local());
            case 3, 4 -> {
                long offset = address(w, 8);
                w.opcode(any(I64_LOADS)).u32(0).u32(offset);
            }
            case 5 -> w.opcode(Opcode.GLOBAL_GET).u32(globalOf(I64));
            case 6 -> {
                i32(w, depth - 1);
                w.opcode(random.nextBoolean() ? Opcode.I64_EXTEND_I32_S : Opcode.I64_EXTEND_I32_U);
            }
            default -> {
                i64(w, depth - 1);
                i64(w, depth - 1);
                w.opcode(random.nextBoolean() ? Opcode.I64_ADD : Opcode.I64_MUL);
            }
        }
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
