package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.engine.memory.GuestRegisters;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where a compiled function that was called by its {@code DirectEntry} leaves its result, which the caller takes at once: a field of {@link
 * GuestRegisters}, since what the method returns is what is left of fuel and stack.
 */
final class DirectResult {
    private static final String OWNER = Type.getInternalName(GuestRegisters.class);

    private DirectResult() {}

    /** Whether a function with such a result can leave it so: it has none, or one number. */
    static boolean isPossible(Type result) {
        return result.getSort() < Type.ARRAY;
    }

    /** Leaves the result that is on the operand stack, if there is one. */
    static InsnList give(Type result, int memory) {
        InsnList giving = new InsnList();
        if (result.getSort() != Type.VOID) {
            giving.add(new VarInsnNode(Opcodes.ALOAD, memory));
            if (result.getSize() == 1) {
                giving.add(new InsnNode(Opcodes.SWAP));
            } else {
                giving.add(new InsnNode(Opcodes.DUP_X2));
                giving.add(new InsnNode(Opcodes.POP));
            }
            giving.add(field(Opcodes.PUTFIELD, result));
        }
        return giving;
    }

    /** Puts the result on the operand stack, if there is one. */
    static InsnList take(Type result, int memory) {
        InsnList taking = new InsnList();
        if (result.getSort() != Type.VOID) {
            taking.add(new VarInsnNode(Opcodes.ALOAD, memory));
            taking.add(field(Opcodes.GETFIELD, result));
        }
        return taking;
    }

    private static AbstractInsnNode field(int opcode, Type result) {
        return new FieldInsnNode(opcode, OWNER, name(result) + "Result", result.getDescriptor());
    }

    private static String name(Type result) {
        return switch (result.getSort()) {
            case Type.LONG -> "long";
            case Type.FLOAT -> "float";
            case Type.DOUBLE -> "double";
            default -> "int";
        };
    }
}
