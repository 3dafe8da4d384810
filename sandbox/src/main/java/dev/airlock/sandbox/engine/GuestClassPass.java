package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.internal.CompilerInterpreterMachine;
import dev.airlock.sandbox.engine.bytecode.CodeSizes;
import dev.airlock.sandbox.engine.bytecode.DividedSwitch;
import dev.airlock.sandbox.engine.bytecode.FrameRatio;
import dev.airlock.sandbox.engine.bytecode.GuestFunction;
import dev.airlock.sandbox.engine.bytecode.IndirectCalls;
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
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * A pass over the classes that the engine compiled from a metered module. The writes of hidden globals become the accounting
 * that {@link GuestFunction} describes; and the engine's checks for interruption go, since the deadline and a cancellation
 * reach the guest through its fuel. Where some functions are interpreted, {@link PartialInterpreter} takes the place of the
 * engine's class for it, and an {@link OwnMethod} that of each method of the engine's that is not right. What is too large for the
 * JIT becomes several methods.
 */
final class GuestClassPass {
    /** Part of the cache's key: a change of what the pass does is a new version. */
    static final int VERSION = 12;

    private static final String GUEST_METHOD_PREFIX = "func_";
    private static final String RESULTS_PREFIX = "value_";
    private static final Type ENGINES_INTERPRETER = Type.getType(CompilerInterpreterMachine.class);
    private static final Type OUR_INTERPRETER = Type.getType(PartialInterpreter.class);

    private final MeteredModule module;
    private final int divideFrom;
    private final FrameRatio frames;

    GuestClassPass(MeteredModule module) {
        this(module, CodeSizes.TOO_LARGE);
    }

    /** A pass that divides functions of so many bytes and more. */
    GuestClassPass(MeteredModule module, int divideFrom) {
        this.module = module;
        this.divideFrom = divideFrom;
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
            if (name.startsWith(RESULTS_PREFIX) && !bridges.add(name)) {
                return null; // the engine makes one for each list of types, and calls all references the same
            }
            MethodNode method = name.startsWith(GUEST_METHOD_PREFIX)
                    ? new Guest(access, name, descriptor, className, cv)
                    : new Other(access, name, descriptor, signature, exceptions, className, cv);
            return new WithoutPolls(method);
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

    /** Leaves out the engine's checks for interruption, and names our interpreter and our methods. */
    private static final class WithoutPolls extends MethodVisitor {
        WithoutPolls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Optional<OwnMethod> own = OwnMethod.inPlaceOf(owner, name);
            if (own.isPresent()) {
                own.get().callFrom(mv, opcode, owner, descriptor);
            } else if (!owner.endsWith(OwnMethod.SHADED) || !name.equals("checkInterruption")) {
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

    /** Collects a guest function, changes it, and hands it on. */
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
            tryCatchBlocks.removeIf(Guest::coversNothing);
            List<MethodNode> methods = GuestFunction.accounted(className, this, module, divideFrom);
            frames.add(Integer.parseInt(name.substring(GUEST_METHOD_PREFIX.length())), methods);
            methods.forEach(method -> method.accept(next));
        }

        /** Of an attempt in which nothing is done; the JVM does not take a class with one (section 4.7.3). */
        private static boolean coversNothing(TryCatchBlockNode handler) {
            AbstractInsnNode instruction = handler.start;
            while (instruction != handler.end && instruction.getOpcode() < 0) {
                instruction = instruction.getNext();
            }
            return instruction == handler.end;
        }
    }

    /** Collects another method, puts it right, divides it if it is too large, and hands it on. */
    private static final class Other extends MethodNode {
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
            List<MethodNode> methods = CodeSizes.of(this) < CodeSizes.TOO_LARGE
                    ? List.of(this)
                    : DividedSwitch.of(className, this).orElse(List.of(this));
            methods.forEach(method -> method.accept(next));
        }
    }
}
