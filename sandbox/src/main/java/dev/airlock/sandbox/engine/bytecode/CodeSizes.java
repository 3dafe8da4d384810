package dev.airlock.sandbox.engine.bytecode;

import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** How many bytes methods take, at most. */
public final class CodeSizes {
    /** The JIT of HotSpot leaves methods alone that have so many bytes of code ({@code HugeMethodLimit}). */
    public static final int TOO_LARGE = 8_000;

    private CodeSizes() {}

    /** Bytes of a method's code. */
    public static int of(MethodNode method) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.instructions.accept(size);
        return size.getMaxSize();
    }

    /** Bytes of one instruction. */
    public static int of(AbstractInsnNode instruction) {
        if (instruction.getOpcode() < 0) {
            return 0;
        }
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        instruction.accept(size);
        return size.getMaxSize();
    }
}
