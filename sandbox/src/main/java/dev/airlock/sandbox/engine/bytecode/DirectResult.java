package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.engine.memory.GuestRegisters;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;

/**
 * The place where a compiled function that was called by its {@code DirectEntry} leaves its result, which the caller
 * takes at once. It is a field of {@link GuestRegisters}, since the method itself returns the rest of fuel and stack.
 */
final class DirectResult {
    private DirectResult() {}

    /** Whether a function with such a result can leave it there: it has none, or one number. */
    static boolean isPossible(Type result) {
        return result.getSort() < Type.ARRAY;
    }

    /** Stores the result that is on the operand stack, if there is one. */
    static InsnList give(Type result, int memory) {
        return result.getSort() == Type.VOID ? new InsnList() : field(result).write(memory);
    }

    /** Loads the result onto the operand stack, if there is one. */
    static InsnList take(Type result, int memory) {
        return result.getSort() == Type.VOID ? new InsnList() : field(result).read(memory);
    }

    private static RegisterField field(Type result) {
        return new RegisterField(name(result) + "Result", result);
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
