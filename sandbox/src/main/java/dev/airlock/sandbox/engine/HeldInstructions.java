package dev.airlock.sandbox.engine;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Holds back an integer constant and the load of a reference after it, until the next instruction shows whether they belong
 * to something that is replaced. Every other instruction lets go of what is held first.
 */
class HeldInstructions extends MethodVisitor {
    private static final int NONE = -1;

    private int constant = NONE;
    private int loadedSlot = NONE;

    HeldInstructions(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The constant that is held with a load after it; negative if there is none. */
    final int heldConstant() {
        return loadedSlot == NONE ? NONE : constant;
    }

    /** Forgets what is held. */
    final void drop() {
        constant = NONE;
        loadedSlot = NONE;
    }

    private void release() {
        int value = constant;
        int slot = loadedSlot;
        drop();
        if (value != NONE) {
            emitConstant(value);
        }
        if (slot != NONE) {
            super.visitVarInsn(Opcodes.ALOAD, slot);
        }
    }

    private void emitConstant(int value) {
        if (value <= 5) {
            super.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            super.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            super.visitLdcInsn(value);
        }
    }

    private void hold(int value) {
        release();
        constant = value;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
            hold(opcode - Opcodes.ICONST_0);
        } else {
            release();
            super.visitInsn(opcode);
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (operand >= 0 && (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH)) {
            hold(operand);
        } else {
            release();
            super.visitIntInsn(opcode, operand);
        }
    }

    @Override
    public void visitLdcInsn(Object value) {
        if (value instanceof Integer number && number >= 0) {
            hold(number);
        } else {
            release();
            super.visitLdcInsn(value);
        }
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
        if (opcode == Opcodes.ALOAD && constant != NONE && loadedSlot == NONE) {
            loadedSlot = slot;
        } else {
            release();
            super.visitVarInsn(opcode, slot);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        release();
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        release();
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        release();
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        release();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        release();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLabel(Label label) {
        release();
        super.visitLabel(label);
    }

    @Override
    public void visitIincInsn(int slot, int increment) {
        release();
        super.visitIincInsn(slot, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        release();
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        release();
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        release();
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacked, Object[] stack) {
        release();
        super.visitFrame(type, locals, local, stacked, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        release();
        super.visitMaxs(maxStack, maxLocals);
    }
}
