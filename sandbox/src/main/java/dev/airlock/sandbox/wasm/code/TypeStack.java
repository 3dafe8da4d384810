package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.Arrays;

/**
 * The types of a function's operands and its open blocks, as in the validation algorithm (core specification, appendix
 * A.3). A type is its byte. Below an instruction that control never passes there are operands of any type.
 */
public final class TypeStack {
    /** An operand of any type, in unreachable code. */
    static final byte UNKNOWN = 0;

    private byte[] operands = new byte[64];
    private int height;

    private Block[] blocks = new Block[16];
    private int depth;

    /** The error, as the end of a sentence. */
    public static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        private final String detail;

        Mismatch(String detail) {
            super(detail, null, false, false);
            this.detail = "type mismatch, " + detail;
        }

        public String detail() {
            return detail;
        }
    }

    /** An open block. */
    private static final class Block {
        private final boolean isLoop;
        private final boolean isIf;
        private final byte[] parameters;
        private final byte[] results;
        private final int height;
        private boolean isUnreachable;

        Block(boolean isLoop, boolean isIf, byte[] parameters, byte[] results, int height) {
            this.isLoop = isLoop;
            this.isIf = isIf;
            this.parameters = parameters;
            this.results = results;
            this.height = height;
        }
    }

    /** Starts with a function that returns these results. */
    public void start(byte[] results) {
        height = 0;
        depth = 0;
        push(new Block(false, false, new byte[0], results, 0));
    }

    private void push(Block block) {
        if (depth == blocks.length) {
            blocks = Arrays.copyOf(blocks, depth * 2);
        }
        blocks[depth++] = block;
    }

    public void push(byte type) {
        if (height == operands.length) {
            operands = Arrays.copyOf(operands, height * 2);
        }
        operands[height++] = type;
    }

    public void push(byte... types) {
        for (byte type : types) {
            push(type);
        }
    }

    /** Pops an operand of any type. */
    byte pop() throws Mismatch {
        Block innermost = blocks[depth - 1];
        if (height == innermost.height) {
            if (innermost.isUnreachable) {
                return UNKNOWN;
            }
            throw new Mismatch("an operand is missing");
        }
        return operands[--height];
    }

    byte pop(byte expected) throws Mismatch {
        byte found = pop();
        if (found == UNKNOWN || expected == UNKNOWN) {
            return found == UNKNOWN ? expected : found;
        }
        if (found != expected) {
            throw new Mismatch(name(expected) + " expected and " + name(found) + " found");
        }
        return found;
    }

    /** Pops operands, the last of which is on top. */
    public void pop(byte... expected) throws Mismatch {
        for (int i = expected.length - 1; i >= 0; i--) {
            pop(expected[i]);
        }
    }

    private static String name(byte type) {
        return switch (type) {
            case InstructionTypes.I32 -> "i32";
            case InstructionTypes.I64 -> "i64";
            case InstructionTypes.F32 -> "f32";
            case InstructionTypes.F64 -> "f64";
            case ValueTypes.FUNCREF -> "funcref";
            case ValueTypes.EXTERNREF -> "externref";
            case ValueTypes.EXNREF -> "exnref";
            default -> "another type";
        };
    }

    /** Opens a block, whose parameters are on the stack. */
    void open(Opcode opcode, byte[] parameters, byte[] results) throws Mismatch {
        pop(parameters);
        push(new Block(opcode == Opcode.LOOP, opcode == Opcode.IF, parameters, results, height));
        push(parameters);
    }

    /** Continues with the second arm of the innermost block. */
    void startElse() throws Mismatch {
        Block block = closed();
        push(new Block(false, false, block.parameters, block.results, height));
        push(block.parameters);
    }

    /** Closes the innermost block, whose results are on the stack. */
    public void close() throws Mismatch {
        Block block = closed();
        if (block.isIf && !Arrays.equals(block.parameters, block.results)) {
            throw new Mismatch("an if without else gives other types than it takes");
        }
        push(block.results);
    }

    private Block closed() throws Mismatch {
        Block block = blocks[depth - 1];
        pop(block.results);
        if (height != block.height) {
            throw new Mismatch("operands remain at the end of a block");
        }
        depth--;
        return block;
    }

    /** The types that a branch to a label carries. */
    byte[] label(int label) {
        Block block = blocks[depth - 1 - label];
        return block.isLoop ? block.parameters : block.results;
    }

    /** The types that the function returns. */
    byte[] functionResults() {
        return blocks[0].results;
    }

    /** Checks that operands of these types are on top, and leaves them there. */
    void check(byte[] expected) throws Mismatch {
        Block innermost = blocks[depth - 1];
        int available = height - innermost.height;
        if (available < expected.length && !innermost.isUnreachable) {
            throw new Mismatch("an operand is missing");
        }
        for (int i = 1; i <= Math.min(available, expected.length); i++) {
            byte found = operands[height - i];
            byte wanted = expected[expected.length - i];
            if (found != UNKNOWN && found != wanted) {
                throw new Mismatch(name(wanted) + " expected and " + name(found) + " found");
            }
        }
    }

    /** Marks the rest of the innermost block as unreachable. */
    void leave() {
        Block innermost = blocks[depth - 1];
        height = innermost.height;
        innermost.isUnreachable = true;
    }
}
