package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.engine.memory.GuestRegisters;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A field of {@link GuestRegisters}, as compiled code reads and writes it. */
record RegisterField(String name, Type type) {
    private static final String OWNER = Type.getInternalName(GuestRegisters.class);

    /** Returns the code that loads the field onto the operand stack. */
    InsnList read(int memory) {
        InsnList reading = new InsnList();
        reading.add(new VarInsnNode(Opcodes.ALOAD, memory));
        reading.add(new FieldInsnNode(Opcodes.GETFIELD, OWNER, name, type.getDescriptor()));
        return reading;
    }

    /** Returns the code that sets the field from the operand stack. */
    InsnList write(int memory) {
        InsnList writing = new InsnList();
        writing.add(new VarInsnNode(Opcodes.ALOAD, memory));
        if (type.getSize() == 1) {
            writing.add(new InsnNode(Opcodes.SWAP));
        } else {
            writing.add(new InsnNode(Opcodes.DUP_X2));
            writing.add(new InsnNode(Opcodes.POP));
        }
        writing.add(new FieldInsnNode(Opcodes.PUTFIELD, OWNER, name, type.getDescriptor()));
        return writing;
    }
}
