package dev.airlock.sandbox.engine.compile;

import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import dev.airlock.sandbox.engine.bytecode.division.FrameRatio;
import dev.airlock.sandbox.engine.bytecode.division.IndirectCalls;
import dev.airlock.sandbox.engine.frame.PartialInterpreter;
import dev.airlock.sandbox.engine.pass.EngineMethods;
import dev.airlock.sandbox.engine.pass.GuestClassPass;
import dev.airlock.sandbox.engine.pass.OwnMethod;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Repairs the classes that the engine compiled from a metered module, and lets a {@link GuestClassPass} do the rest. An
 * {@link OwnMethod} replaces each faulty method of the engine's, and {@link PartialInterpreter} the engine's class for
 * functions that are interpreted. Code without such a fault stays as it is.
 */
public final class ClassMender {
    private static final Type ENGINES_INTERPRETER = Type.getType(CompilerInterpreterMachine.class);
    private static final Type OUR_INTERPRETER = Type.getType(PartialInterpreter.class);

    private final GuestClassPass pass;
    private final FrameRatio frames;

    public ClassMender(MeteredModule module, GuestClassPass pass) {
        this.pass = pass;
        this.frames = new FrameRatio(module);
    }

    /** The stack of the JVM that the guest's frames take, by the classes seen so far. */
    public FrameRatio frames() {
        return frames;
    }

    /** The number of the module's own globals that code finds as fields of its memory. */
    public int globalFields() {
        return pass.globalFields();
    }

    /** Returns the class for the JVM. */
    public byte[] apply(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Classes(writer), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** Passes the methods of one of the engine's classes with functions to groups. */
    void apply(byte[] classFile, ClassGroups groups) {
        new ClassReader(classFile).accept(new Classes(groups.taking()), ClassReader.EXPAND_FRAMES);
    }

    /** Returns the class for the JVM, with calls of functions in their groups. */
    byte[] renamed(byte[] classFile, ClassGroups groups) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new Classes(groups.renaming(writer)), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private final class Classes extends ClassVisitor {
        private final Set<String> bridges = new HashSet<>();
        private String className = "";

        Classes(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            className = name;
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            if (descriptor.equals(ENGINES_INTERPRETER.getDescriptor())) {
                frames.addInterpreted();
            }
            return super.visitField(access, name, ourDescriptor(descriptor), signature, value);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if (EngineMethods.packsResults(name) && !bridges.add(name)) {
                return null;
            }
            MethodNode method = EngineMethods.isFunction(name)
                    ? new Guest(access, name, descriptor, className, cv)
                    : new Other(access, name, descriptor, signature, exceptions, className, cv);
            return new Mended(method);
        }
    }

    private static String ourDescriptor(String descriptor) {
        return descriptor.equals(ENGINES_INTERPRETER.getDescriptor()) ? OUR_INTERPRETER.getDescriptor() : descriptor;
    }

    private static String ourName(String internalName) {
        return internalName.equals(ENGINES_INTERPRETER.getInternalName())
                ? OUR_INTERPRETER.getInternalName()
                : internalName;
    }

    /** Substitutes our interpreter and our methods. */
    private static final class Mended extends MethodVisitor {
        Mended(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Optional<OwnMethod> own = OwnMethod.inPlaceOf(owner, name);
            if (own.isPresent()) {
                own.get().callFrom(mv, opcode, owner, descriptor);
            } else {
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
    }

    /** Collects a guest function, and passes on what the pass makes of it. */
    private final class Guest extends MethodNode {
        private final String className;
        private final ClassVisitor next;

        Guest(int access, String name, String descriptor, String className, ClassVisitor next) {
            super(Opcodes.ASM9, access, name, descriptor, null, null);
            this.className = className;
            this.next = next;
        }

        @Override
        public void visitEnd() {
            EngineMethods.removeEmptyAttempts(this);
            List<MethodNode> methods = pass.function(className, this);
            frames.add(EngineMethods.function(name), methods);
            methods.forEach(method -> method.accept(next));
        }
    }

    /** Collects another method, repairs it, and passes on what the pass makes of it. */
    private final class Other extends MethodNode {
        private final String className;
        private final ClassVisitor next;

        Other(
                int access,
                String name,
                String descriptor,
                String signature,
                String[] exceptions,
                String className,
                ClassVisitor next) {
            super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
            this.className = className;
            this.next = next;
        }

        @Override
        public void visitEnd() {
            if (IndirectCalls.isOne(className, name)) {
                IndirectCalls.rewrite(this);
            }
            pass.other(className, this).forEach(method -> method.accept(next));
        }
    }
}
