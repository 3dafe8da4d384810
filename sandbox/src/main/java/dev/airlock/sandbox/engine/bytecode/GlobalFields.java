package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.engine.memory.GuestRegisters;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.Extern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Has functions read and write the module's first globals as fields of {@link GuestRegisters}. The engine's way leads through two arrays and
 * an object. A module that imports its memory has none: another instance has the same memory, and other globals.
 *
 * @param first the index of the first global that has a field
 * @param count how many have one
 */
public record GlobalFields(int first, int count) {
    private static final String OWNER = Type.getInternalName(GuestRegisters.class);
    private static final String READ =
            Type.getMethodDescriptor(Type.LONG_TYPE, Type.INT_TYPE, Type.getType(Instance.class));

    /** Those of a module. */
    public static GlobalFields of(MeteredModule module) {
        boolean sharesMemory = module.info().memories().stream().anyMatch(Extern.MemoryDemand::imported);
        return new GlobalFields(
                module.info().importedGlobals(),
                sharesMemory ? 0 : Math.min(GuestRegisters.GLOBALS, module.definedGlobals()));
    }

    /**
     * Changes a function's code.
     *
     * @param memory the local that holds the memory
     */
    void use(InsnList code, int memory) {
        for (AbstractInsnNode instruction : code.toArray()) {
            if (instruction instanceof MethodInsnNode call && TypedMemory.isShaded(call.owner)) {
                if (call.name.equals("readGlobal") && call.desc.equals(READ)) {
                    read(call, code, memory);
                } else if (call.name.equals("writeGlobal")) {
                    write(call, code, memory);
                }
            }
        }
    }

    private void read(MethodInsnNode call, InsnList code, int memory) {
        AbstractInsnNode index = call.getPrevious().getPrevious();
        if (hasField(index)) {
            code.set(call.getPrevious(), new VarInsnNode(Opcodes.ALOAD, memory));
            code.set(call, field(Opcodes.GETFIELD, index));
            code.remove(index);
        }
    }

    /** The value is below the memory, which has to be below the value: two slots above one. */
    private void write(MethodInsnNode call, InsnList code, int memory) {
        AbstractInsnNode index = call.getPrevious().getPrevious();
        if (hasField(index)) {
            code.set(call.getPrevious(), new VarInsnNode(Opcodes.ALOAD, memory));
            code.insertBefore(call, new InsnNode(Opcodes.DUP_X2));
            code.insertBefore(call, new InsnNode(Opcodes.POP));
            code.set(call, field(Opcodes.PUTFIELD, index));
            code.remove(index);
        }
    }

    private boolean hasField(AbstractInsnNode index) {
        int number = HiddenWrite.constant(index) - first;
        return number >= 0 && number < count;
    }

    private FieldInsnNode field(int opcode, AbstractInsnNode index) {
        return new FieldInsnNode(opcode, OWNER, "global" + (HiddenWrite.constant(index) - first), "J");
    }
}
