package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.engine.memory.CompiledAccess;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * An access of a function to its memory by the engine's method. The address, for a write the value, the offset and the
 * memory are on the operand stack, loaded in this order.
 *
 * @param offset loads the offset, a constant
 * @param memory loads the memory
 * @param call reads or writes
 */
record MemoryAccess(AbstractInsnNode offset, VarInsnNode memory, MethodInsnNode call) {
    private static final String ENGINES_MEMORY = Type.getDescriptor(Memory.class);
    private static final String OWNER = Type.getInternalName(CompiledAccess.class);

    private static final Set<String> METHODS = Arrays.stream(CompiledAccess.class.getDeclaredMethods())
            .map(java.lang.reflect.Method::getName)
            .filter(name -> name.startsWith("memory"))
            .collect(Collectors.toUnmodifiableSet());

    /** Whether the instruction accesses the memory in that local. */
    static boolean isOne(AbstractInsnNode instruction, int memory) {
        return instruction instanceof MethodInsnNode call
                && TypedMemory.isShaded(call.owner)
                && METHODS.contains(call.name)
                && call.getPrevious() instanceof VarInsnNode loaded
                && loaded.getOpcode() == Opcodes.ALOAD
                && loaded.var == memory;
    }

    /** Returns the access that an instruction {@linkplain #isOne makes}. */
    static MemoryAccess by(AbstractInsnNode instruction) {
        VarInsnNode memory = (VarInsnNode) instruction.getPrevious();
        return new MemoryAccess(memory.getPrevious(), memory, (MethodInsnNode) instruction);
    }

    /** The offset, a number below 2 GiB; negative if it is larger. */
    int constantOffset() {
        return HiddenWrite.constant(offset);
    }

    boolean writes() {
        return Type.getReturnType(call.desc).equals(Type.VOID_TYPE);
    }

    /**
     * Redirects it to our method, which has no offset if that is 0.
     *
     * @param more the types of the parameters after the memory, as a descriptor has them
     */
    void redirect(InsnList code, String more) {
        call.owner = OWNER;
        call.desc = call.desc.replace(ENGINES_MEMORY, TypedMemory.DESCRIPTOR + more);
        if (HiddenWrite.constant(offset) == 0) {
            code.remove(offset);
            call.desc = call.desc.replace("I" + TypedMemory.DESCRIPTOR, TypedMemory.DESCRIPTOR);
        }
    }
}
