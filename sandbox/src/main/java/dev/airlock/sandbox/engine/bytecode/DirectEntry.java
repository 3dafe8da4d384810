package dev.airlock.sandbox.engine.bytecode;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The second entry of a guest function, for compiled functions that call it by its index. It takes the rest of fuel and
 * stack as one more parameter and returns what is left then, both in registers; the first entry has them in the
 * counters. It leaves its result with the memory. Every function that can have a second entry has one, whether or not
 * it holds the rest in a local, so a caller need not know.
 */
public final class DirectEntry {
    /** The prefix of second entries; the function's index follows. */
    public static final String PREFIX = "direct_";

    private static final String FUNCTION_PREFIX = "func_";

    /** The most parameter slots of a method (JVM specification, section 4.3.3). */
    private static final int MOST_PARAMETER_SLOTS = 255;

    private DirectEntry() {}

    /** Whether a function has room for one more parameter, and at most one result. */
    static boolean isPossible(String descriptor) {
        int slots = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
        return slots + Type.LONG_TYPE.getSize() <= MOST_PARAMETER_SLOTS
                && DirectResult.isPossible(Type.getReturnType(descriptor));
    }

    /**
     * Returns a function's two methods, its first entry first.
     *
     * @param owner internal name of its class
     * @param function holds the rest in a local, the first after its parameters, which nothing has set yet, and returns
     *     it
     */
    static List<MethodNode> split(String owner, MethodNode function) {
        MethodNode direct = method(function, name(function.name), descriptor(function.desc));
        direct.instructions.add(function.instructions);
        direct.tryCatchBlocks.addAll(function.tryCatchBlocks);
        direct.maxLocals = function.maxLocals;
        direct.maxStack = function.maxStack;

        MethodNode first = method(function, function.name, function.desc);
        int memory = loadParameters(first);
        first.instructions.add(Charge.FIRST.call(memory));
        first.instructions.add(call(owner, direct));
        first.instructions.add(Charge.LEAVE.call(memory));
        Type result = Type.getReturnType(function.desc);
        first.instructions.add(DirectResult.take(result, memory));
        first.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        return List.of(first, direct);
    }

    /**
     * Returns a second entry for a function that reads the counters itself.
     *
     * @param owner internal name of its class
     */
    static MethodNode to(String owner, MethodNode function) {
        MethodNode direct = method(function, name(function.name), descriptor(function.desc));
        int memory = loadParameters(direct);
        direct.instructions.insert(Charge.LEAVE.call(memory, memory + 2));
        direct.instructions.insert(Charge.TAKE_OVER.callInto(memory + 2, memory, memory + 2));
        direct.instructions.add(call(owner, function));
        direct.instructions.add(DirectResult.give(Type.getReturnType(function.desc), memory));
        direct.instructions.add(Charge.ENTER.call(memory));
        direct.instructions.add(new InsnNode(Opcodes.LRETURN));
        return direct;
    }

    /**
     * A function that has the rest in a local, and calls others by their second entries.
     *
     * @param memory the local with its memory
     * @param left the local with the rest
     * @param code its instructions
     */
    record Caller(int memory, int left, InsnList code) {
        /**
         * Redirects a call from the first entry to the second. The callee gets the rest without what the call takes,
         * and returns what is left then.
         *
         * @param packed fuel and frame that the call takes
         * @param frame bytes of the frame, which the call returns
         */
        void redirect(MethodInsnNode call, long packed, long frame) {
            code.insertBefore(call, new VarInsnNode(Opcodes.LLOAD, left));
            code.insertBefore(call, new LdcInsnNode(-packed));
            code.insertBefore(call, new InsnNode(Opcodes.LADD));
            InsnList after = new InsnList();
            after.add(new LdcInsnNode(frame));
            after.add(new InsnNode(Opcodes.LADD));
            after.add(new VarInsnNode(Opcodes.LSTORE, left));
            after.add(DirectResult.take(Type.getReturnType(call.desc), memory));
            code.insert(call, after);
            call.name = name(call.name);
            call.desc = descriptor(call.desc);
        }
    }

    /**
     * Returns the code that leaves a function that was entered directly: its result, if it has one, is on the operand
     * stack.
     */
    static InsnList leaving(Type result, int memory, int left) {
        InsnList leaving = DirectResult.give(result, memory);
        leaving.add(new VarInsnNode(Opcodes.LLOAD, left));
        leaving.add(new InsnNode(Opcodes.LRETURN));
        return leaving;
    }

    /** Returns the call of a guest function that follows an instruction with only its last two parameters before it. */
    static @Nullable MethodInsnNode callAfter(AbstractInsnNode instruction) {
        AbstractInsnNode next = instruction.getNext();
        while (next instanceof LabelNode || next instanceof LineNumberNode || isReference(next)) {
            next = next.getNext();
        }
        return next instanceof MethodInsnNode call && call.name.startsWith(FUNCTION_PREFIX) && isPossible(call.desc)
                ? call
                : null;
    }

    /** Whether an instruction calls a second entry. */
    static boolean isCalledBy(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call && call.name.startsWith(PREFIX);
    }

    private static boolean isReference(AbstractInsnNode instruction) {
        return instruction instanceof VarInsnNode && instruction.getOpcode() == Opcodes.ALOAD;
    }

    private static MethodNode method(MethodNode like, String name, String descriptor) {
        return new MethodNode(Opcodes.ASM9, like.access, name, descriptor, null, null);
    }

    private static String name(String function) {
        return PREFIX + function.substring(FUNCTION_PREFIX.length());
    }

    private static String descriptor(String function) {
        int end = function.indexOf(')');
        return function.substring(0, end) + Type.LONG_TYPE + ")" + Type.LONG_TYPE;
    }

    /** Loads the parameters of a function without the additional one; returns the slot of its memory. */
    private static int loadParameters(MethodNode method) {
        int slot = 0;
        int memory = 0;
        Type[] types = Type.getArgumentTypes(method.desc);
        boolean hasOneMore = method.name.startsWith(PREFIX);
        for (Type type : hasOneMore ? Arrays.copyOf(types, types.length - 1) : types) {
            method.instructions.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            memory = slot - 1;
            slot += type.getSize();
        }
        method.maxLocals = (Type.getArgumentsAndReturnSizes(method.desc) >> 2) - 1;
        method.maxStack = Math.max(slot + 3, 2);
        return memory;
    }

    private static MethodInsnNode call(String owner, MethodNode method) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, method.name, method.desc, false);
    }
}
