package dev.airlock.sandbox.engine.bytecode.division;

import com.dylibso.chicory.runtime.OpcodeImpl;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces calls of the engine's methods with few instructions of the JVM: comparisons that a branch follows, and
 * integers that are extended and wrapped again. The JIT reaches the same result in the end; until then, and while it
 * works, there is less to do. Instructions are combined only if nothing jumps between them.
 */
public final class Simplifications {
    private static final String OWNER = Type.getInternalName(OpcodeImpl.class);
    private static final String EXTEND = "I64_EXTEND_I32_U";
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    /** The branches for comparisons of two ints. */
    private static final Map<String, Integer> INTS = Map.of(
            "I32_EQ", Opcodes.IF_ICMPEQ,
            "I32_NE", Opcodes.IF_ICMPNE,
            "I32_LT_S", Opcodes.IF_ICMPLT,
            "I32_LE_S", Opcodes.IF_ICMPLE,
            "I32_GT_S", Opcodes.IF_ICMPGT,
            "I32_GE_S", Opcodes.IF_ICMPGE);

    /** The branches for comparisons of two longs, after the two became one int. */
    private static final Map<String, Integer> LONGS = Map.of(
            "I64_EQ", Opcodes.IFEQ,
            "I64_NE", Opcodes.IFNE,
            "I64_LT_S", Opcodes.IFLT,
            "I64_LE_S", Opcodes.IFLE,
            "I64_GT_S", Opcodes.IFGT,
            "I64_GE_S", Opcodes.IFGE);

    /** The operands of a comparison with zero beyond those of the engine's. */
    private static final int MORE_OPERANDS = 2;

    private final InsnList code;

    private Simplifications(InsnList code) {
        this.code = code;
    }

    /** Changes a method's code. */
    public static void in(MethodNode method) {
        Simplifications simplifications = new Simplifications(method.instructions);
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof JumpInsnNode jump
                    && (jump.getOpcode() == Opcodes.IFEQ || jump.getOpcode() == Opcodes.IFNE)) {
                simplifications.fuse(jump);
            }
        }
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.I2L && instruction.getNext().getOpcode() == Opcodes.L2I) {
                method.instructions.remove(instruction.getNext());
                method.instructions.remove(instruction);
            } else if (EXTEND.equals(engines(instruction))) {
                simplifications.extend(instruction);
            }
        }
        method.maxStack += MORE_OPERANDS;
    }

    /** Returns the engine's method that an instruction calls, if it is one of those for numbers. */
    private static @Nullable String engines(@Nullable AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call && call.owner.equals(OWNER) ? call.name : null;
    }

    /** Combines a branch with the comparisons before it. */
    private void fuse(JumpInsnNode jump) {
        while (true) {
            AbstractInsnNode before = jump.getPrevious();
            String comparison = engines(before);
            if (comparison == null) {
                return;
            }
            boolean extended = comparison.equals("I64_EQZ") && EXTEND.equals(engines(before.getPrevious()));
            if (comparison.equals("I32_EQZ") || extended) {
                jump.setOpcode(opposite(jump.getOpcode()));
                if (extended) {
                    code.remove(before.getPrevious());
                }
                code.remove(before);
            } else {
                fuse(jump, before, comparison);
                return;
            }
        }
    }

    private void fuse(JumpInsnNode jump, AbstractInsnNode before, String comparison) {
        boolean ifHolds = jump.getOpcode() == Opcodes.IFNE;
        if (comparison.equals("I64_EQZ")) {
            code.insertBefore(before, new InsnNode(Opcodes.LCONST_0));
            code.set(before, new InsnNode(Opcodes.LCMP));
            jump.setOpcode(ifHolds ? Opcodes.IFEQ : Opcodes.IFNE);
        } else if (INTS.containsKey(comparison)) {
            int opcode = INTS.get(comparison);
            code.remove(before);
            jump.setOpcode(ifHolds ? opcode : opposite(opcode));
        } else if (LONGS.containsKey(comparison)) {
            int opcode = LONGS.get(comparison);
            code.set(before, new InsnNode(Opcodes.LCMP));
            jump.setOpcode(ifHolds ? opcode : opposite(opcode));
        }
    }

    /** The opcodes of branches come in pairs: the odd one first, then the even one for the opposite. */
    private static int opposite(int opcode) {
        return ((opcode - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
    }

    /**
     * Removes an extension that is undone at once: it does not change an int, nor a sum of which only the low half is
     * used.
     */
    private void extend(AbstractInsnNode extension) {
        AbstractInsnNode next = extension.getNext();
        if (next.getOpcode() == Opcodes.L2I) {
            code.remove(next);
            code.remove(extension);
        } else if (isSum(next)) {
            code.remove(next.getNext().getNext());
            code.set(next.getNext(), new InsnNode(Opcodes.IADD));
            code.set(next, DividedFunction.number((int) constant(next)));
            code.remove(extension);
        } else {
            code.insertBefore(extension, new InsnNode(Opcodes.I2L));
            code.insertBefore(extension, new LdcInsnNode(UNSIGNED));
            code.set(extension, new InsnNode(Opcodes.LAND));
        }
    }

    private static boolean isSum(AbstractInsnNode next) {
        return isConstant(next)
                && next.getNext().getOpcode() == Opcodes.LADD
                && next.getNext().getNext().getOpcode() == Opcodes.L2I;
    }

    private static boolean isConstant(AbstractInsnNode instruction) {
        return instruction.getOpcode() == Opcodes.LCONST_0
                || instruction.getOpcode() == Opcodes.LCONST_1
                || (instruction instanceof LdcInsnNode load && load.cst instanceof Long);
    }

    private static long constant(AbstractInsnNode load) {
        return load instanceof LdcInsnNode number ? (long) number.cst : load.getOpcode() - Opcodes.LCONST_0;
    }
}
