package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.engine.memory.CompiledResults;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The methods of {@link CompiledResults}, as they are called. */
final class DirectResult {
    private static final String OWNER = Type.getInternalName(CompiledResults.class);
    private static final String MEMORY = Type.getDescriptor(Memory.class);

    private DirectResult() {}

    /** Whether a function with such a result can leave it so: it has none, or one number. */
    static boolean isPossible(Type result) {
        return result.getSort() < Type.ARRAY;
    }

    /** Leaves the result that is on the operand stack, if there is one. */
    static InsnList give(Type result, int memory) {
        return call(result, memory, "give", "(" + result + MEMORY + ")V");
    }

    /** Puts the result on the operand stack, if there is one. */
    static InsnList take(Type result, int memory) {
        return call(result, memory, "take" + name(result), "(" + MEMORY + ")" + result);
    }

    /** Whether the instruction calls one of them. */
    static boolean isAny(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call && call.owner.equals(OWNER);
    }

    private static InsnList call(Type result, int memory, String method, String descriptor) {
        InsnList call = new InsnList();
        if (result.getSort() != Type.VOID) {
            call.add(new VarInsnNode(Opcodes.ALOAD, memory));
            call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, method, descriptor, false));
        }
        return call;
    }

    private static String name(Type result) {
        return switch (result.getSort()) {
            case Type.LONG -> "Long";
            case Type.FLOAT -> "Float";
            case Type.DOUBLE -> "Double";
            default -> "Int";
        };
    }
}
