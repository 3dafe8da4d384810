package dev.airlock.sandbox.wasm.format;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The number of operands and blocks of one function at a time, updated instruction by instruction. It is exact for
 * valid code, and some harmless number for code that the engine's validation will refuse.
 */
@SuppressWarnings("EnumOrdinal") // an array, looked up for every instruction of a module
public final class OperandHeights {
    private static final Map<Opcode, Integer> CHANGES = changes();

    private final Arities types;
    private long height;
    private long most;
    private int depth;
    private int deepest;
    private long[] bases = new long[16];
    private int[] parameters = new int[16];
    private int[] results = new int[16];

    /** The numbers of parameters and results of a module's function types. */
    public interface Arities {
        int parameters(int type);

        int results(int type);
    }

    /** Follows functions of a module. */
    public OperandHeights(Arities types) {
        this.types = types;
    }

    /** Starts with a function that returns that many results. */
    public void start(int resultCount) {
        height = 0;
        most = 0;
        depth = 0;
        deepest = 0;
        open(0, resultCount);
    }

    /** The number of operands at this place. */
    public long height() {
        return height;
    }

    /** The number of operands below the block that is that many blocks out, without the block's parameters. */
    public long base(int label) {
        return bases[depth - 1 - label];
    }

    /** The number of open blocks, not counting the function's own. */
    public int depth() {
        return depth - 1;
    }

    /** The most operands at a time so far. */
    public long most() {
        return most;
    }

    /** The deepest nesting of blocks so far, not counting the function's own. */
    public int deepest() {
        return deepest - 1;
    }

    /** Opens a block of a type: a type index, or the byte after the opcode if the type has at most one result. */
    public void open(Opcode opcode, long type, boolean empty) {
        if (opcode == Opcode.IF) {
            pop(1);
        }
        int taken = type >= 0 ? types.parameters((int) type) : 0;
        int given = type >= 0 ? types.results((int) type) : empty ? 0 : 1;
        pop(taken);
        open(taken, given);
        push(taken);
    }

    private void open(int taken, int given) {
        if (depth == bases.length) {
            bases = Arrays.copyOf(bases, depth * 2);
            parameters = Arrays.copyOf(parameters, depth * 2);
            results = Arrays.copyOf(results, depth * 2);
        }
        bases[depth] = height;
        parameters[depth] = taken;
        results[depth++] = given;
        deepest = Math.max(deepest, depth);
    }

    /** Continues with the second arm of the innermost block. */
    public void otherwise() {
        height = bases[depth - 1];
        push(parameters[depth - 1]);
    }

    /** Closes the innermost block. */
    public void close() {
        height = bases[--depth];
        push(results[depth]);
    }

    /** Calls a function of that type, with that many operands beside its parameters. */
    public void call(int type, int besides) {
        pop(besides + types.parameters(type));
        push(types.results(type));
    }

    /** Ends the code of the innermost block, and drops its operands. */
    public void leave() {
        height = bases[depth - 1];
    }

    /** Counts an instruction that neither opens nor closes a block nor calls. */
    public void plain(Opcode opcode) {
        int change = CHANGES.getOrDefault(opcode, 0);
        if (change > 0) {
            push(change);
        } else {
            pop(-change);
        }
    }

    private void push(long count) {
        height += count;
        most = Math.max(most, height);
    }

    private void pop(long count) {
        height = Math.max(bases[depth - 1], height - count);
    }

    /** The number of operands that each instruction adds; one that is not listed takes as many as it gives. */
    private static Map<Opcode, Integer> changes() {
        Map<Opcode, Integer> changes = new EnumMap<>(Opcode.class);
        set(changes, 1, EnumSet.range(Opcode.I32_CONST, Opcode.F64_CONST));
        set(changes, 1, EnumSet.of(Opcode.LOCAL_GET, Opcode.GLOBAL_GET, Opcode.MEMORY_SIZE, Opcode.TABLE_SIZE));
        set(changes, 1, EnumSet.of(Opcode.REF_NULL, Opcode.REF_FUNC, Opcode.V128_CONST));
        set(changes, -1, EnumSet.of(Opcode.DROP, Opcode.LOCAL_SET, Opcode.GLOBAL_SET, Opcode.TABLE_GROW));
        set(changes, -1, EnumSet.of(Opcode.BR_IF, Opcode.BR_ON_NON_NULL));
        set(changes, -1, EnumSet.range(Opcode.I32_EQ, Opcode.I32_GE_U));
        set(changes, -1, EnumSet.range(Opcode.I64_EQ, Opcode.F64_GE));
        set(changes, -1, EnumSet.range(Opcode.I32_ADD, Opcode.I32_ROTR));
        set(changes, -1, EnumSet.range(Opcode.I64_ADD, Opcode.I64_ROTR));
        set(changes, -1, EnumSet.range(Opcode.F32_ADD, Opcode.F32_COPYSIGN));
        set(changes, -1, EnumSet.range(Opcode.F64_ADD, Opcode.F64_COPYSIGN));
        set(changes, -2, EnumSet.of(Opcode.SELECT, Opcode.SELECT_TYPED, Opcode.TABLE_SET));
        set(changes, -2, EnumSet.range(Opcode.I32_STORE, Opcode.I64_STORE32));
        set(changes, -3, EnumSet.of(Opcode.MEMORY_INIT, Opcode.MEMORY_COPY, Opcode.MEMORY_FILL));
        set(changes, -3, EnumSet.of(Opcode.TABLE_INIT, Opcode.TABLE_COPY, Opcode.TABLE_FILL));
        return changes;
    }

    private static void set(Map<Opcode, Integer> changes, int change, Set<Opcode> opcodes) {
        opcodes.forEach(opcode -> changes.put(opcode, change));
    }
}
