package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.engine.memory.CompiledCharges;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The methods of {@link CompiledCharges} as they are called: with some numbers, and the memory last. */
enum Charge {
    FUEL("fuel", Type.VOID_TYPE, 1),
    STACK("stack", Type.VOID_TYPE, 1),
    RESTORE_STACK("restoreStack", Type.VOID_TYPE, 1),
    ENTER("enter", Type.LONG_TYPE, 0),
    FIRST("first", Type.LONG_TYPE, 0),
    TAKE_FUEL("takeFuel", Type.LONG_TYPE, 2),
    TAKE("take", Type.LONG_TYPE, 2),
    CALL("call", Type.VOID_TYPE, 2),
    TAKE_OVER("takeOver", Type.LONG_TYPE, 1),
    BACK("back", Type.LONG_TYPE, 1),
    LEAVE("leave", Type.VOID_TYPE, 1);

    private static final String OWNER = Type.getInternalName(CompiledCharges.class);

    private final String method;
    private final String descriptor;

    Charge(String method, Type result, int numbers) {
        this.method = method;
        this.descriptor = "(" + "J".repeat(numbers) + TypedMemory.DESCRIPTOR + ")" + result.getDescriptor();
    }

    /** Returns a call whose last numbers are in locals; those before them are on the operand stack. */
    InsnList call(int memory, int... numbers) {
        InsnList call = new InsnList();
        for (int local : numbers) {
            call.add(new VarInsnNode(Opcodes.LLOAD, local));
        }
        call.add(new VarInsnNode(Opcodes.ALOAD, memory));
        call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, method, descriptor, false));
        return call;
    }

    /** Returns a call whose result goes to a local. */
    InsnList callInto(int result, int memory, int... numbers) {
        InsnList call = call(memory, numbers);
        call.add(new VarInsnNode(Opcodes.LSTORE, result));
        return call;
    }

    /** Whether the instruction calls this method. */
    boolean isCalledBy(AbstractInsnNode instruction) {
        return isAny(instruction)
                && ((MethodInsnNode) instruction).name.equals(method)
                && ((MethodInsnNode) instruction).desc.equals(descriptor);
    }

    /** Whether the instruction calls one of them. */
    static boolean isAny(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call && call.owner.equals(OWNER);
    }
}
