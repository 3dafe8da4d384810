package dev.airlock.sandbox.engine.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Stores the fuel that a function holds in a local back in the counters when one of its own instructions throws.
 * Charges and calls are excluded: when they throw, the counters are already right.
 */
final class TrapHandler {
    private static final String THROWABLE = Type.getInternalName(Throwable.class);

    /** The engine's methods that compare numbers, which are in every loop and never throw. */
    private static final Pattern COMPARISON = Pattern.compile("[IF](32|64)_(EQZ?|NE|[LG][TE](_[SU])?)");

    private TrapHandler() {}

    /** Adds a handler to a function that has none. */
    static void addTo(MethodNode method, int fuel, int memory) {
        LabelNode handler = new LabelNode();
        List<AbstractInsnNode> stretch = new ArrayList<>();
        boolean away = false;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (DirectEntry.isCalledBy(instruction)) {
                cover(method, stretch, handler);
                away = false;
            } else if (Charge.isAny(instruction)) {
                away = Charge.CALL.isCalledBy(instruction);
                cover(method, stretch, handler);
            } else if (!away && mayThrow(instruction)) {
                stretch.add(instruction);
            }
        }
        cover(method, stretch, handler);
        if (method.tryCatchBlocks.isEmpty()) {
            return;
        }
        InsnList code = method.instructions;
        code.add(handler);
        code.add(frame(method));
        code.add(Charge.LEAVE.call(memory, fuel));
        code.add(new InsnNode(Opcodes.ATHROW));
    }

    /** Covers everything from the first to the last instruction that may throw. */
    private static void cover(MethodNode method, List<AbstractInsnNode> stretch, LabelNode handler) {
        if (!stretch.isEmpty()) {
            LabelNode start = new LabelNode();
            LabelNode end = new LabelNode();
            method.instructions.insertBefore(stretch.get(0), start);
            method.instructions.insert(stretch.get(stretch.size() - 1), end);
            method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
            stretch.clear();
        }
    }

    private static boolean mayThrow(AbstractInsnNode instruction) {
        if (instruction instanceof MethodInsnNode call
                && COMPARISON.matcher(call.name).matches()) {
            return false;
        }
        return switch (instruction.getOpcode()) {
            case Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE, Opcodes.INVOKESPECIAL -> true;
            case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM, Opcodes.ATHROW -> true;
            default -> false;
        };
    }

    private static FrameNode frame(MethodNode method) {
        List<Object> locals = new ArrayList<>();
        for (Type parameter : Type.getArgumentTypes(method.desc)) {
            locals.add(
                    switch (parameter.getSort()) {
                        case Type.INT -> Opcodes.INTEGER;
                        case Type.LONG -> Opcodes.LONG;
                        case Type.FLOAT -> Opcodes.FLOAT;
                        case Type.DOUBLE -> Opcodes.DOUBLE;
                        default -> parameter.getInternalName();
                    });
        }
        locals.add(Opcodes.LONG);
        return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {THROWABLE});
    }
}
