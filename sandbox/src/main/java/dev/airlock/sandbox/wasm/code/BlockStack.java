package dev.airlock.sandbox.wasm.code;

import java.util.Arrays;

/** The open blocks at a place in a function, outermost first; the function itself is the first. */
final class BlockStack {
    static final int FUNCTION = 0;
    /** A {@code block}: its label is its end. */
    static final int BLOCK = 1;
    /** A {@code loop}: its label is its start. */
    static final int LOOP = 2;
    /** The first arm of an {@code if}. */
    static final int IF = 3;
    /** The second arm of an {@code if}. */
    static final int ELSE = 4;
    /** A {@code try_table}: its label is its end. */
    static final int TRY_TABLE = 5;

    private static final int KIND = 0x07;
    private static final int TARGETED = 0x08;
    private static final int VALUED = 0x10;

    private byte[] blocks = new byte[64];
    private int[] opened = new int[64];
    private int depth;
    private int tryTables;

    /** The number of open blocks, including the function. */
    int depth() {
        return depth;
    }

    void clear() {
        depth = 0;
        tryTables = 0;
    }

    /** The number of open {@code try_table}s. */
    int tryTables() {
        return tryTables;
    }

    /** Whether a {@code try_table} is among the open blocks. */
    boolean isInTryTable() {
        return tryTables > 0;
    }

    /** @param valued whether a branch to its label carries operands */
    void push(int kind, boolean valued) {
        if (depth == blocks.length) {
            blocks = Arrays.copyOf(blocks, depth * 2);
            opened = Arrays.copyOf(opened, depth * 2);
        }
        if (depth > 0) {
            opened[depth - 1]++;
        }
        opened[depth] = 0;
        blocks[depth++] = (byte) (valued ? kind | VALUED : kind);
        if (kind == TRY_TABLE) {
            tryTables++;
        }
    }

    /** The number of blocks that were opened in the innermost one so far. */
    int openedInInnermost() {
        return opened[depth - 1];
    }

    int innermostKind() {
        return blocks[depth - 1] & KIND;
    }

    /** Whether the label that is {@code label} blocks out is the start of a loop. */
    boolean isLoop(int label) {
        return (blocks[depth - 1 - label] & KIND) == LOOP;
    }

    /** Whether a branch to the label that is {@code label} blocks out carries operands. */
    boolean isValued(int label) {
        return (blocks[depth - 1 - label] & VALUED) != 0;
    }

    /** Records that a branch goes to the label that is {@code label} blocks out. */
    void target(int label) {
        blocks[depth - 1 - label] |= TARGETED;
    }

    /** Moves the innermost block from the first to the second arm of its {@code if}. */
    void startElse() {
        blocks[depth - 1] = (byte) (ELSE | (blocks[depth - 1] & ~KIND));
    }

    /** Whether a branch goes to the innermost block's label. */
    boolean isInnermostTargeted() {
        return (blocks[depth - 1] & TARGETED) != 0;
    }

    /**
     * Closes the innermost block.
     *
     * @return whether its end can be reached other than from the instruction before it, or is a return
     */
    boolean pop() {
        int block = blocks[--depth];
        if ((block & KIND) == TRY_TABLE) {
            tryTables--;
        }
        return switch (block & KIND) {
            case FUNCTION, IF, ELSE -> true;
            case LOOP -> false;
            default -> (block & TARGETED) != 0;
        };
    }
}
