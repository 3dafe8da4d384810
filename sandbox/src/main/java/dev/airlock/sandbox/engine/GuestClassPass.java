package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.metering.MeteredModule;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * A pass over the classes that the engine compiled from a metered module. The writes of hidden globals become the accounting
 * that {@link GuestFunction} describes; and the engine's checks for interruption go, since the deadline and a cancellation
 * reach the guest through its fuel.
 *
 * <p>The classes are right without the pass as well, only slower.
 */
final class GuestClassPass {
    /** Part of the cache's key: a change of what the pass does is a new version. */
    static final int VERSION = 2;

    private static final String GUEST_METHOD_PREFIX = "func_";

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
        reader.accept(new Classes(writer), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private final class Classes extends ClassVisitor {
        Classes(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.startsWith(GUEST_METHOD_PREFIX)
                    ? new WithoutPolls(new Function(access, name, descriptor, next))
                    : new WithoutPolls(next);
        }
    }

    /** Collects a guest function, changes it, and hands it on. */
    private final class Function extends MethodNode {
        private final MethodVisitor next;

        Function(int access, String name, String descriptor, MethodVisitor next) {
            super(Opcodes.ASM9, access, name, descriptor, null, null);
            this.next = next;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("callIndirectOnInterpreter")) {
                frames.addInterpreted();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitEnd() {
            new GuestFunction(this, module).moveAccounting();
            frames.add(Integer.parseInt(name.substring(GUEST_METHOD_PREFIX.length())), maxStack, maxLocals);
            accept(next);
        }
    }

    /** Leaves out the engine's checks for interruption. */
    private static final class WithoutPolls extends MethodVisitor {
        WithoutPolls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (!(owner.endsWith("Shaded") && name.equals("checkInterruption"))) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }
}
