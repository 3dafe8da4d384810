package dev.airlock.sandbox.engine.bytecode.division;

import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Measures the largest size of methods in bytes. */
public final class CodeSizes {
    /** The bytes of code from which the JIT of HotSpot does not compile a method ({@code HugeMethodLimit}). */
    public static final int TOO_LARGE = 8_000;

    private CodeSizes() {}

    /** Returns the bytes of a method's code. */
    public static int of(MethodNode method) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.instructions.accept(size);
        return size.getMaxSize();
    }

    /** Returns the bytes of one instruction. */
    public static int of(AbstractInsnNode instruction) {
        if (instruction.getOpcode() < 0) {
            return 0;
        }
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        instruction.accept(size);
        return size.getMaxSize();
    }
}
