package dev.airlock.sandbox.engine.bytecode.division;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The methods for indirect calls that the engine makes if more than 1,024 functions have one type. Each calls one of a
 * group of functions by number. The engine loads the parameters from wrong slots if one has 64 bits, and names the
 * wrong trap for a function of another type, so they are rewritten.
 */
public final class IndirectCalls {
    private static final String NAME = "apply";
    private static final String CLASS = "Indirect_";

    private IndirectCalls() {}

    /** Whether a method of the engine's is one. */
    public static boolean isOne(String className, String method) {
        return method.equals(NAME) && className.contains(CLASS);
    }

    /** Rewrites a method. */
    public static void rewrite(MethodNode method) {
        LookupSwitchInsnNode theSwitch = theSwitch(method);
        String engine = callAt(theSwitch.dflt).owner;
        Type[] parameters = Type.getArgumentTypes(method.desc);
        InsnList code = new InsnList();
        int number = load(parameters, code);
        code.add(new LookupSwitchInsnNode(theSwitch.dflt, keys(theSwitch), theSwitch.labels.toArray(LabelNode[]::new)));
        Object[] locals = DividedFunction.inFrames(parameters).toArray();
        Object[] operands = List.of(locals).subList(0, locals.length - 1).toArray();
        theSwitch.labels.forEach(label -> {
            MethodInsnNode call = callAt(label);
            code.add(label);
            code.add(new FrameNode(Opcodes.F_NEW, locals.length, locals, operands.length, operands));
            code.add(call);
            code.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
        });
        code.add(theSwitch.dflt);
        code.add(new FrameNode(Opcodes.F_NEW, locals.length, locals, operands.length, operands));
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC,
                engine,
                "throwIndirectCallTypeMismatch",
                "()Ljava/lang/RuntimeException;",
                false));
        code.add(new InsnNode(Opcodes.ATHROW));
        method.instructions = code;
        method.maxLocals = number + 1;
        method.maxStack = number + 1;
    }

    private static LookupSwitchInsnNode theSwitch(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof LookupSwitchInsnNode found) {
                return found;
            }
        }
        throw new IllegalStateException(method.name + " has no switch");
    }

    /** Loads all parameters, the number last; returns the slot of the number. */
    private static int load(Type[] parameters, InsnList code) {
        int slot = 0;
        for (Type type : parameters) {
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        return slot - 1;
    }

    private static int[] keys(LookupSwitchInsnNode theSwitch) {
        return theSwitch.keys.stream().mapToInt(Integer::intValue).toArray();
    }

    private static MethodInsnNode callAt(LabelNode label) {
        AbstractInsnNode next = label.getNext();
        while (!(next instanceof MethodInsnNode)) {
            next = next.getNext();
        }
        return (MethodInsnNode) next;
    }
}
