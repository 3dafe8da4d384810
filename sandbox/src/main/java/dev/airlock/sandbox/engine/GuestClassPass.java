package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import dev.airlock.sandbox.metering.MeteredModule;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A pass over the classes that the engine compiled from a metered module. Writing a hidden global becomes a call of {@link
 * CompiledCharges}, which finds the numbers in the memory that every function has as a parameter; and the engine's checks for
 * interruption go, since the deadline and a cancellation reach the guest through its fuel. Where some functions are
 * interpreted, {@link PartialInterpreter} takes the place of the engine's class for it; exceptions are {@link GuestException}s.
 *
 * <p>The classes are right without the pass as well, only slower. A module without a memory keeps its charges as they are.
 */
final class GuestClassPass {
    /** Part of the cache's key: a change of what the pass does is a new version. */
    static final int VERSION = 3;

    private static final String GUEST_METHOD_PREFIX = "func_";
    private static final Type MEMORY = Type.getType(Memory.class);
    private static final Type INSTANCE = Type.getType(Instance.class);
    private static final String WRITE_GLOBAL =
            Type.getMethodDescriptor(Type.VOID_TYPE, Type.LONG_TYPE, Type.INT_TYPE, INSTANCE);
    private static final String CHARGE = Type.getMethodDescriptor(Type.VOID_TYPE, Type.LONG_TYPE, MEMORY);
    private static final String CHARGES = Type.getInternalName(CompiledCharges.class);
    private static final String EXCEPTION = Type.getInternalName(GuestException.class);
    private static final Type ENGINES_INTERPRETER = Type.getType(CompilerInterpreterMachine.class);
    private static final Type OUR_INTERPRETER = Type.getType(PartialInterpreter.class);

    private final MeteredModule module;
    private final FrameRatio frames;

    GuestClassPass(MeteredModule module) {
        this.module = module;
        this.frames = new FrameRatio(module);
    }

    /** How much of the JVM's stack the guest's frames take, as far as classes were seen. */
    FrameRatio frames() {
        return frames;
    }

    /** The class with its guest functions changed. */
    byte[] apply(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Classes(writer), 0);
        return writer.toByteArray();
    }

    private final class Classes extends ClassVisitor {
        Classes(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            if (descriptor.equals(ENGINES_INTERPRETER.getDescriptor())) {
                frames.addInterpreted();
            }
            return super.visitField(access, name, ourDescriptor(descriptor), signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean isGuest = name.startsWith(GUEST_METHOD_PREFIX);
            return isGuest ? new GuestFunction(next, memorySlot(descriptor), name) : new WithoutPolls(next);
        }
    }

    /** The slot of the memory, which is the last parameter but one, after the guest's own. */
    private static int memorySlot(String descriptor) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int slot = 0;
        for (int i = 0; i < parameters.length - 2; i++) {
            slot += parameters[i].getSize();
        }
        return slot;
    }

    private static String ourDescriptor(String descriptor) {
        return descriptor.equals(ENGINES_INTERPRETER.getDescriptor()) ? OUR_INTERPRETER.getDescriptor() : descriptor;
    }

    private static String ourName(String internalName) {
        return internalName.equals(ENGINES_INTERPRETER.getInternalName())
                ? OUR_INTERPRETER.getInternalName()
                : internalName;
    }

    /** What is no guest function: leaves out the engine's checks for interruption, and names our interpreter. */
    private static class WithoutPolls extends MethodVisitor {
        WithoutPolls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (!(isShaded(owner) && name.equals("checkInterruption"))) {
                super.visitMethodInsn(opcode, ourName(owner), name, descriptor, isInterface);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, ourName(type));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, ourDescriptor(descriptor));
        }

        static boolean isShaded(String owner) {
            return owner.endsWith("Shaded");
        }
    }

    /**
     * One guest function. A hidden global's write ends in three instructions: its index, the instance, the call. The first
     * two are held back until it is known what follows.
     */
    private final class GuestFunction extends HeldInstructions {
        private final int memorySlot;
        private final String name;

        GuestFunction(MethodVisitor next, int memorySlot, String name) {
            super(next);
            this.memorySlot = memorySlot;
            this.name = name;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            if (WithoutPolls.isShaded(owner) && method.equals("checkInterruption")) {
                return;
            }
            if (WithoutPolls.isShaded(owner) && method.equals("createWasmException")) {
                super.visitMethodInsn(opcode, EXCEPTION, "create", descriptor, isInterface);
                return;
            }
            boolean writesGlobal =
                    WithoutPolls.isShaded(owner) && method.equals("writeGlobal") && descriptor.equals(WRITE_GLOBAL);
            String charge = writesGlobal ? chargeOf(heldConstant()) : "";
            if (charge.isEmpty()) {
                super.visitMethodInsn(opcode, owner, method, descriptor, isInterface);
            } else {
                drop();
                super.visitVarInsn(Opcodes.ALOAD, memorySlot);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, CHARGES, charge, CHARGE, false);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            frames.add(Integer.parseInt(name.substring(GUEST_METHOD_PREFIX.length())), maxStack, maxLocals);
            super.visitMaxs(maxStack, maxLocals);
        }

        private String chargeOf(int global) {
            if (!module.hasMemory()) {
                return "";
            }
            if (global == module.fuelGlobalIndex()) {
                return "fuel";
            }
            if (global == module.stackGlobalIndex()) {
                return "stack";
            }
            return global == module.stackRestoreGlobalIndex() ? "restoreStack" : "";
        }
    }
}
