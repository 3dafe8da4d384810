package dev.airlock.sandbox.wasm;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.F64;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Writes random valid modules that export {@code run(i32, i64) -> i64}: the same module for the same seed.
 *
 * <p>Functions call only functions after them, so that only loops can be endless. They never expose the bits of a NaN,
 * which depend on the JVM.
 */
public final class ModuleGenerator {
    private static final int FUNCTIONS = 6;
    private static final int LEAVES = 3;
    private static final int LOCALS_OF_EACH_TYPE = 2;
    private static final int GLOBALS = 2;
    private static final int PASSIVE = 1;
    private static final int MOST_NESTED = 4_500;
    private static final int CATCH = 0;
    private static final int CATCH_ALL = 2;
    private static final int CATCH_ALL_REF = 3;
    private static final int EXNREF = 0x69;
    private static final int[] TYPES = {I32, I64, F64};

    private static final List<Opcode> I32_BINARY = List.of(
            Opcode.I32_ADD,
            Opcode.I32_SUB,
            Opcode.I32_MUL,
            Opcode.I32_AND,
            Opcode.I32_XOR,
            Opcode.I32_SHL,
            Opcode.I32_DIV_U,
            Opcode.I32_REM_S,
            Opcode.I32_LT_S,
            Opcode.I32_GE_U,
            Opcode.I32_ROTL);
    private static final List<Opcode> I64_BINARY =
            List.of(Opcode.I64_ADD, Opcode.I64_SUB, Opcode.I64_MUL, Opcode.I64_OR, Opcode.I64_SHR_S, Opcode.I64_DIV_S);
    private static final List<Opcode> F64_BINARY =
            List.of(Opcode.F64_ADD, Opcode.F64_SUB, Opcode.F64_MUL, Opcode.F64_DIV);

    private final Random random;
    private final ModuleBuilder module = new ModuleBuilder();
    private final List<Integer> labels = new ArrayList<>();
    private int function;
    private int attempts;
    private boolean dead;
    private int functionType;
    private int leafType;

    /** How much of the module only some engines do well. */
    private enum Kind {
        PLAIN,
        UNWINDING,
        REPAIRED
    }

    private final boolean unwinding;
    private final boolean repaired;
    private int parameterType;
    private int parametersType;

    private ModuleGenerator(long seed, Kind kind) {
        this.random = new Random(seed);
        this.unwinding = kind != Kind.PLAIN;
        this.repaired = kind == Kind.REPAIRED;
    }

    /** Returns the module of that seed. */
    public static byte[] module(long seed) {
        return new ModuleGenerator(seed, Kind.PLAIN).generate();
    }

    /** Returns the module of that seed, in which functions also throw, catch, and make tail calls. */
    public static byte[] unwinding(long seed) {
        return new ModuleGenerator(seed, Kind.UNWINDING).generate();
    }

    /**
     * Returns the module of that seed, in which functions also do what the engine does differently from the core
     * specification: blocks with parameters that branches leave, exception references in locals that may be null,
     * operands below attempts, nested attempts, ranges of tables that wrap around, unsigned conversions.
     */
    public static byte[] repaired(long seed) {
        return new ModuleGenerator(seed, Kind.REPAIRED).generate();
    }

    /**
     * Returns the module of that seed, whose only function has up to thousands of nested attempts, and throws in the
     * innermost one.
     */
    public static byte[] nestedAttempts(long seed) {
        Random random = new Random(seed);
        ModuleBuilder module = new ModuleBuilder();
        module.tag(module.type(new int[] {}));
        module.function(module.type(new int[] {I32, I64}, I64), w -> {
            w.opcode(Opcode.BLOCK).u8(EMPTY);
            nest(w, random, Math.min(MOST_NESTED, 1 + random.nextInt(2 << random.nextInt(13))));
            w.opcode(Opcode.END).opcode(Opcode.LOCAL_GET).u32(1).opcode(Opcode.END);
        });
        return module.exporting("run", 0, 0).build();
    }

    private static void nest(ByteWriter w, Random random, int depth) {
        Deque<Consumer<ByteWriter>> ends = new ArrayDeque<>();
        int labels = 1;
        for (int i = 0; i < depth; i++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    w.opcode(Opcode.BLOCK).u8(EMPTY);
                    ends.push(end -> end.opcode(Opcode.END));
                    labels++;
                }
                case 1 -> {
                    w.opcode(Opcode.LOCAL_GET).u32(1);
                    ends.push(end -> end.opcode(Opcode.LOCAL_SET).u32(1));
                }
                default -> {}
            }
            int catches = 1 + random.nextInt(3);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(catches);
            for (int each = 1; each < catches; each++) {
                w.u8(CATCH).u32(0).u32(random.nextInt(labels));
            }
            w.u8(CATCH_ALL).u32(random.nextInt(labels));
            ends.push(end -> end.opcode(Opcode.END));
            labels++;
        }
        w.opcode(Opcode.LOCAL_GET)
                .u32(0)
                .opcode(Opcode.IF)
                .u8(EMPTY)
                .opcode(Opcode.THROW)
                .u32(0)
                .opcode(Opcode.END);
        ends.forEach(end -> end.accept(w));
    }

    private byte[] generate() {
        functionType = module.type(new int[] {I32, I64}, I64);
        leafType = module.type(new int[] {I64}, I64);
        if (unwinding) {
            module.tag(module.type(new int[] {I64}));
            module.tag(module.type(new int[] {}));
        }
        if (repaired) {
            parameterType = module.type(new int[] {I64}, I64);
            parametersType = module.type(new int[] {I64, I32}, I32, I64);
        }
        module.table(w -> w.u8(FUNCREF).u8(1).u32(LEAVES).u32(LEAVES + 5));
        module.memory(w -> w.u8(1).u32(1).u32(3));
        for (int i = 0; i < GLOBALS; i++) {
            module.global(w -> w.u8(I64)
                    .u8(1)
                    .opcode(Opcode.I64_CONST)
                    .s64(random.nextInt(100))
                    .opcode(Opcode.END));
        }
        for (function = 0; function < FUNCTIONS; function++) {
            boolean leaf = function >= FUNCTIONS - LEAVES;
            module.function(leaf ? leafType : functionType, this::locals, w -> body(w, leaf ? 2 : 4));
        }
        module.exporting("run", 0, 0);
        module.element(w -> {
            w.u32(0).opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.END).u32(LEAVES);
            for (int i = 0; i < LEAVES; i++) {
                w.u32(FUNCTIONS - LEAVES + i);
            }
        });
        if (repaired) {
            module.element(w -> w.u32(PASSIVE)
                    .u8(0)
                    .u32(LEAVES)
                    .u32(FUNCTIONS - 3)
                    .u32(FUNCTIONS - 2)
                    .u32(FUNCTIONS - 1));
        }
        module.withDataCount().data(w -> w.u32(1).u32(40).copy(new byte[40], 0, 40));
        return module.build();
    }

    /** Writes that many locals of each type after the parameters; the last i32 counts a loop down. */
    private void locals(ByteWriter w) {
        w.u32(TYPES.length + (repaired ? 2 : 1));
        for (int type : TYPES) {
            w.u32(LOCALS_OF_EACH_TYPE).u8(type);
        }
        w.u32(4).u8(I32);
        if (repaired) {
            w.u32(1).u8(EXNREF);
        }
    }

    private int exceptionLocal() {
        return parameters() + TYPES.length * LOCALS_OF_EACH_TYPE + 4;
    }

    private int parameters() {
        return isLeaf() ? 1 : 2;
    }

    private boolean isLeaf() {
        return function >= FUNCTIONS - LEAVES;
    }

    private int local(int type) {
        for (int i = 0; i < TYPES.length; i++) {
            if (TYPES[i] == type) {
                return parameters() + i * LOCALS_OF_EACH_TYPE + random.nextInt(LOCALS_OF_EACH_TYPE);
            }
        }
        throw new IllegalArgumentException("no local of type " + type);
    }

    private void body(ByteWriter w, int depth) {
        labels.clear();
        labels.add(I64);
        statements(w, depth);
        value(w, I64, depth);
        w.opcode(Opcode.END);
    }

    private void statements(ByteWriter w, int depth) {
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            statement(w, depth);
        }
    }

    private void statement(ByteWriter w, int depth) {
        int choice = random.nextInt(depth <= 0 ? 5 : dead || !unwinding ? 15 : repaired ? 30 : 21);
        switch (choice) {
            case 0 -> set(w, Opcode.LOCAL_SET, depth);
            case 1 -> {
                value(w, I64, depth - 1);
                w.opcode(Opcode.GLOBAL_SET).u32(random.nextInt(GLOBALS));
            }
            case 2 -> {
                address(w, depth);
                value(w, I64, depth - 1);
                w.opcode(Opcode.I64_STORE).u32(3).u32(random.nextInt(64));
            }
            case 3 -> w.opcode(Opcode.NOP);
            case 4 -> {
                value(w, TYPES[random.nextInt(TYPES.length)], depth - 1);
                w.opcode(Opcode.DROP);
            }
            case 5, 6 -> block(w, Opcode.BLOCK, EMPTY, depth);
            case 7, 8 -> loop(w, depth);
            case 9 -> ifStatement(w, depth);
            case 10, 11 -> branchIf(w, depth);
            case 12 -> jumpAndDeadCode(w, depth);
            case 13 -> switchTable(w, depth);
            case 14 -> bulk(w, depth);
            case 15 -> catchNumber(w, depth);
            case 16 -> catchAll(w, depth);
            case 17 -> throwAgain(w, depth);
            case 18, 19 -> throwSometimes(w, depth);
            case 20 -> tailCall(w, depth);
            case 21, 22 -> blockWithParameter(w, depth);
            case 23 -> armsWithParameters(w, depth);
            case 24 -> keepException(w, depth);
            case 25 -> throwKept(w, depth);
            case 26 -> operandUnderAttempt(w, depth);
            case 27 -> attemptsInAttempts(w, depth);
            case 28 -> tableRange(w);
            default -> unsignedConversion(w, depth);
        }
    }

    /** A branch leaves it while its parameter is still there. */
    private void blockWithParameter(ByteWriter w, int depth) {
        value(w, I64, depth - 1);
        w.opcode(random.nextInt(4) == 0 ? Opcode.LOOP : Opcode.BLOCK).u32(parameterType);
        labels.add(I64);
        statements(w, depth - 2);
        value(w, I64, depth - 1);
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.LOCAL_TEE).u32(local(I64)).opcode(Opcode.I64_ADD);
        w.opcode(Opcode.END).opcode(Opcode.LOCAL_SET).u32(local(I64));
        value(w, I64, depth - 1);
        w.opcode(Opcode.BLOCK).u32(parameterType);
        value(w, I64, 0);
        value(w, I32, 0);
        w.opcode(Opcode.BR_IF).u32(0).opcode(Opcode.I64_XOR).opcode(Opcode.END);
        w.opcode(Opcode.LOCAL_SET).u32(local(I64));
    }

    private void armsWithParameters(ByteWriter w, int depth) {
        value(w, I64, depth - 1);
        value(w, I32, depth - 1);
        value(w, I32, depth - 1);
        w.opcode(Opcode.IF).u32(parametersType);
        value(w, I32, 0);
        value(w, I64, 0);
        value(w, I32, 0);
        w.opcode(Opcode.BR_TABLE).u32(1).u32(0).u32(0);
        w.opcode(Opcode.ELSE).opcode(Opcode.DROP).opcode(Opcode.DROP);
        value(w, I32, 0);
        value(w, I64, 0);
        w.opcode(Opcode.END)
                .opcode(Opcode.LOCAL_SET)
                .u32(local(I64))
                .opcode(Opcode.LOCAL_SET)
                .u32(local(I32));
    }

    private void keepException(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.BLOCK).u8(EXNREF);
        List<Integer> outside = List.copyOf(labels);
        labels.clear();
        attempt(w, depth, catches -> catches.u8(CATCH_ALL_REF).u32(0));
        labels.addAll(outside);
        w.opcode(Opcode.BR).u32(1).opcode(Opcode.END);
        w.opcode(Opcode.LOCAL_SET).u32(exceptionLocal()).opcode(Opcode.END);
    }

    /** The reference is null if nothing was caught, which is a trap. */
    private void throwKept(ByteWriter w, int depth) {
        if (random.nextInt(8) == 0) {
            value(w, I32, depth - 1);
        } else {
            w.opcode(Opcode.LOCAL_GET)
                    .u32(exceptionLocal())
                    .opcode(Opcode.REF_IS_NULL)
                    .opcode(Opcode.I32_EQZ);
        }
        w.opcode(Opcode.IF).u8(EMPTY).opcode(Opcode.LOCAL_GET).u32(exceptionLocal());
        w.opcode(Opcode.THROW_REF).opcode(Opcode.END);
    }

    private void operandUnderAttempt(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(EMPTY);
        labels.add(EMPTY);
        value(w, I64, depth - 1);
        attempt(w, depth, catches -> catches.u8(CATCH_ALL).u32(0));
        w.opcode(Opcode.LOCAL_SET).u32(local(I64));
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    private void attemptsInAttempts(ByteWriter w, int depth) {
        int nested = 1 + random.nextInt(12);
        w.opcode(Opcode.BLOCK).u8(EMPTY);
        labels.add(EMPTY);
        for (int i = 0; i < nested; i++) {
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(i);
            labels.add(EMPTY);
            attempts++;
        }
        throwSometimes(w, depth - 1);
        for (int i = 0; i < nested; i++) {
            labels.remove(labels.size() - 1);
            attempts--;
            w.opcode(Opcode.END);
        }
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    /** Mostly within the table, and often where 32 bits wrap around. */
    private void tableRange(ByteWriter w) {
        boolean isAtEdge = random.nextInt(3) == 0;
        tableOperand(w, isAtEdge, LEAVES);
        switch (random.nextInt(3)) {
            case 0 -> {
                tableOperand(w, isAtEdge, LEAVES);
                tableOperand(w, isAtEdge, 1);
                w.opcode(Opcode.TABLE_COPY).u32(0).u32(0);
            }
            case 1 -> {
                w.opcode(Opcode.REF_NULL).u8(FUNCREF);
                tableOperand(w, isAtEdge, 0);
                w.opcode(Opcode.TABLE_FILL).u32(0);
            }
            default -> {
                tableOperand(w, isAtEdge, LEAVES);
                tableOperand(w, isAtEdge, 1);
                w.opcode(Opcode.TABLE_INIT).u32(PASSIVE).u32(0);
            }
        }
    }

    private void tableOperand(ByteWriter w, boolean isAtEdge, int most) {
        int[] edges = {0, LEAVES, LEAVES + 1, Integer.MIN_VALUE, Integer.MAX_VALUE, -1};
        w.opcode(Opcode.I32_CONST).s64(isAtEdge ? edges[random.nextInt(edges.length)] : random.nextInt(most + 1) / 2);
    }

    private void unsignedConversion(ByteWriter w, int depth) {
        value(w, I64, depth - 1);
        w.opcode(Opcode.F32_CONVERT_I64_U)
                .opcode(Opcode.F64_PROMOTE_F32)
                .opcode(Opcode.LOCAL_SET)
                .u32(local(F64));
    }

    /** Stores what is thrown in a local. */
    private void catchNumber(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(I64);
        labels.add(I64);
        attempt(w, depth, catches -> catches.u8(CATCH).u32(0).u32(0));
        value(w, I64, depth - 1);
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END).opcode(Opcode.LOCAL_SET).u32(local(I64));
    }

    private void catchAll(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(EMPTY);
        labels.add(EMPTY);
        attempt(w, depth, catches -> catches.u8(CATCH_ALL).u32(0));
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    private void attempt(ByteWriter w, int depth, Consumer<ByteWriter> catches) {
        w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1);
        catches.accept(w);
        labels.add(EMPTY);
        attempts++;
        statements(w, depth - 1);
        attempts--;
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    /** Catches a reference and throws it again; no branch leads out of code that may throw. */
    private void throwAgain(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.BLOCK).u8(EXNREF);
        List<Integer> outside = List.copyOf(labels);
        labels.clear();
        attempt(w, depth, catches -> catches.u8(CATCH_ALL_REF).u32(0));
        labels.addAll(outside);
        w.opcode(Opcode.BR).u32(1).opcode(Opcode.END).opcode(Opcode.THROW_REF).opcode(Opcode.END);
    }

    private void throwSometimes(ByteWriter w, int depth) {
        value(w, I32, depth - 1);
        w.opcode(Opcode.IF).u8(EMPTY);
        int tag = random.nextInt(2);
        if (tag == 0) {
            constant(w, I64);
        }
        w.opcode(Opcode.THROW).u32(tag).opcode(Opcode.END);
    }

    private void tailCall(ByteWriter w, int depth) {
        value(w, I32, depth - 1);
        w.opcode(Opcode.IF).u8(EMPTY);
        constant(w, I64);
        if (isLeaf() || attempts > 0) { // a tail call inside of an attempt is not admitted
            w.opcode(Opcode.RETURN).opcode(Opcode.END);
        } else if (random.nextBoolean()) {
            w.opcode(Opcode.I32_CONST).s64(random.nextInt(LEAVES + 1));
            w.opcode(Opcode.RETURN_CALL_INDIRECT).u32(leafType).u32(0).opcode(Opcode.END);
        } else {
            w.opcode(Opcode.RETURN_CALL)
                    .u32(FUNCTIONS - 1 - random.nextInt(LEAVES))
                    .opcode(Opcode.END);
        }
    }

    private void set(ByteWriter w, Opcode how, int depth) {
        int type = TYPES[random.nextInt(TYPES.length)];
        value(w, type, depth - 1);
        w.opcode(how).u32(local(type));
    }

    private void block(ByteWriter w, Opcode opcode, int type, int depth) {
        w.opcode(opcode).u8(type);
        labels.add(opcode == Opcode.LOOP ? EMPTY : type);
        statements(w, depth - 1);
        if (type != EMPTY) {
            value(w, type, depth - 1);
        }
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    /** Writes mostly a loop that counts down; now and then one that only a branch inside may end or repeat. */
    private void loop(ByteWriter w, int depth) {
        if (random.nextInt(6) == 0) {
            block(w, Opcode.LOOP, EMPTY, depth);
            return;
        }
        int counter = parameters() + TYPES.length * LOCALS_OF_EACH_TYPE + Math.min(3, labels.size() % 4);
        w.opcode(Opcode.I32_CONST)
                .s64(1 + random.nextInt(6))
                .opcode(Opcode.LOCAL_SET)
                .u32(counter);
        w.opcode(Opcode.LOOP).u8(EMPTY);
        labels.add(EMPTY);
        statements(w, depth - 1);
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.LOCAL_GET).u32(counter).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
        w.opcode(Opcode.LOCAL_TEE).u32(counter).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
    }

    private void ifStatement(ByteWriter w, int depth) {
        value(w, I32, depth - 1);
        w.opcode(Opcode.IF).u8(EMPTY);
        labels.add(EMPTY);
        statements(w, depth - 1);
        if (random.nextBoolean()) {
            w.opcode(Opcode.ELSE);
            statements(w, depth - 1);
        }
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    private void branchIf(ByteWriter w, int depth) {
        int label = random.nextInt(labels.size());
        int type = labels.get(labels.size() - 1 - label);
        if (type != EMPTY) {
            value(w, type, depth - 1);
        }
        value(w, I32, depth - 1);
        w.opcode(Opcode.BR_IF).u32(label);
        if (type != EMPTY) {
            w.opcode(Opcode.DROP);
        }
    }

    /** Writes, inside a block of its own, an instruction after which control never continues, and code after it. */
    private void jumpAndDeadCode(ByteWriter w, int depth) {
        w.opcode(Opcode.BLOCK).u8(EMPTY);
        labels.add(EMPTY);
        switch (random.nextInt(8)) {
            case 0 -> {
                value(w, I64, depth - 1);
                w.opcode(Opcode.RETURN);
            }
            case 1 -> {
                value(w, I32, depth - 1);
                w.opcode(Opcode.IF).u8(EMPTY).opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
                w.opcode(Opcode.BR).u32(0);
            }
            default -> w.opcode(Opcode.BR).u32(0);
        }
        boolean outside = dead;
        dead = true; // the compiler rejects an attempt there
        statements(w, depth - 1);
        dead = outside;
        labels.remove(labels.size() - 1);
        w.opcode(Opcode.END);
    }

    private void switchTable(ByteWriter w, int depth) {
        int arms = 1 + random.nextInt(3);
        for (int i = 0; i < arms; i++) {
            w.opcode(Opcode.BLOCK).u8(EMPTY);
            labels.add(EMPTY);
        }
        value(w, I32, depth - 1);
        w.opcode(Opcode.BR_TABLE).u32(arms);
        for (int i = 0; i <= arms; i++) {
            w.u32(random.nextInt(arms));
        }
        for (int i = 0; i < arms; i++) {
            labels.remove(labels.size() - 1);
            w.opcode(Opcode.END);
            statements(w, depth - 1);
        }
    }

    private void bulk(ByteWriter w, int depth) {
        Opcode opcode = List.of(Opcode.MEMORY_FILL, Opcode.MEMORY_COPY, Opcode.MEMORY_INIT, Opcode.TABLE_FILL)
                .get(random.nextInt(4));
        if (opcode == Opcode.TABLE_FILL) {
            w.opcode(Opcode.I32_CONST).s64(LEAVES).opcode(Opcode.REF_NULL).u8(FUNCREF);
            w.opcode(Opcode.I32_CONST).s64(random.nextInt(2)).opcode(opcode).u32(0);
            return;
        }
        address(w, depth);
        w.opcode(Opcode.I32_CONST).s64(random.nextInt(30));
        w.opcode(Opcode.I32_CONST)
                .s64(random.nextInt(20) == 0 ? 70_000 : random.nextInt(12))
                .opcode(opcode);
        switch (opcode) {
            case MEMORY_FILL -> w.u8(0);
            case MEMORY_COPY -> w.u8(0).u8(0);
            default -> w.u32(0).u8(0);
        }
    }

    /** Mostly inside the memory. */
    private void address(ByteWriter w, int depth) {
        value(w, I32, depth - 1);
        if (random.nextInt(40) != 0) {
            w.opcode(Opcode.I32_CONST).s64(0xFFFF >> random.nextInt(3)).opcode(Opcode.I32_AND);
        }
    }

    private void value(ByteWriter w, int type, int depth) {
        int choice = depth <= 0 ? random.nextInt(2) : random.nextInt(10);
        switch (choice) {
            case 0 -> constant(w, type);
            case 1 -> w.opcode(Opcode.LOCAL_GET).u32(local(type));
            case 2 -> {
                value(w, type, depth - 1);
                w.opcode(Opcode.LOCAL_TEE).u32(local(type));
            }
            case 3 -> block(w, Opcode.BLOCK, type, depth);
            case 4 -> {
                value(w, I32, depth - 1);
                w.opcode(Opcode.IF).u8(type);
                labels.add(type);
                value(w, type, depth - 1);
                w.opcode(Opcode.ELSE);
                statements(w, depth - 1);
                value(w, type, depth - 1);
                labels.remove(labels.size() - 1);
                w.opcode(Opcode.END);
            }
            case 5 -> {
                value(w, type, depth - 1);
                value(w, type, depth - 1);
                value(w, I32, depth - 1);
                w.opcode(Opcode.SELECT);
            }
            default -> ofType(w, type, depth);
        }
    }

    private void constant(ByteWriter w, int type) {
        switch (type) {
            case I32 -> w.opcode(Opcode.I32_CONST).s64(random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(9));
            case I64 -> w.opcode(Opcode.I64_CONST).s64(random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(9));
            default -> {
                w.opcode(Opcode.F64_CONST);
                long bits = Double.doubleToLongBits(random.nextGaussian());
                for (int i = 0; i < 8; i++) {
                    w.u8((int) (bits >> (8 * i)));
                }
            }
        }
    }

    private void ofType(ByteWriter w, int type, int depth) {
        switch (type) {
            case I32 -> ofI32(w, depth);
            case I64 -> ofI64(w, depth);
            default -> {
                if (random.nextInt(3) == 0) {
                    value(w, I64, depth - 1);
                    w.opcode(Opcode.F64_CONVERT_I64_S);
                } else {
                    binary(w, F64, F64_BINARY, depth);
                }
            }
        }
    }

    private void ofI32(ByteWriter w, int depth) {
        switch (random.nextInt(7)) {
            case 0 -> {
                value(w, I64, depth - 1);
                w.opcode(Opcode.I32_WRAP_I64);
            }
            case 1 -> {
                value(w, F64, depth - 1);
                w.opcode(Opcode.I32_TRUNC_SAT_F64_S);
            }
            case 2 -> {
                address(w, depth);
                w.opcode(Opcode.I32_LOAD).u32(2).u32(random.nextInt(64));
            }
            case 3 -> {
                w.opcode(Opcode.I32_CONST)
                        .s64(random.nextInt(3))
                        .opcode(Opcode.MEMORY_GROW)
                        .u8(0);
            }
            default -> binary(w, I32, I32_BINARY, depth);
        }
    }

    private void ofI64(ByteWriter w, int depth) {
        switch (random.nextInt(6)) {
            case 0 -> {
                value(w, I32, depth - 1);
                w.opcode(Opcode.I64_EXTEND_I32_S);
            }
            case 1 -> w.opcode(Opcode.GLOBAL_GET).u32(random.nextInt(GLOBALS));
            case 2 -> call(w, depth);
            default -> binary(w, I64, I64_BINARY, depth);
        }
    }

    private void binary(ByteWriter w, int type, List<Opcode> opcodes, int depth) {
        value(w, type, depth - 1);
        value(w, type, depth - 1);
        w.opcode(opcodes.get(random.nextInt(opcodes.size())));
    }

    private void call(ByteWriter w, int depth) {
        if (isLeaf()) {
            constant(w, I64);
            return;
        }
        if (random.nextInt(3) == 0) {
            value(w, I64, depth - 1);
            value(w, I32, depth - 1);
            w.opcode(Opcode.I32_CONST).s64(LEAVES).opcode(Opcode.I32_REM_U);
            w.opcode(Opcode.CALL_INDIRECT).u32(leafType).u32(0);
            return;
        }
        int callee = function + 1 + random.nextInt(FUNCTIONS - function - 1);
        if (callee < FUNCTIONS - LEAVES) {
            value(w, I32, depth - 1);
        }
        value(w, I64, depth - 1);
        w.opcode(Opcode.CALL).u32(callee);
    }
}
