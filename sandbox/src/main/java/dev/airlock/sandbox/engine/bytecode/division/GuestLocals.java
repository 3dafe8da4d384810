package dev.airlock.sandbox.engine.bytecode.division;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The locals of a guest function that hold numbers, each with its one kind, by their slot. The memory and the instance
 * are the last two parameters, and never change.
 */
final class GuestLocals {
    private final Type[] parameterTypes;
    private final int parameterSlots;
    private final Map<Integer, LocalKind> parameters = new TreeMap<>();
    private final Map<Integer, LocalKind> kinds = new HashMap<>();

    private GuestLocals(MethodNode method) {
        this.parameterTypes = Type.getArgumentTypes(method.desc);
        int slot = 0;
        for (Type type : parameterTypes) {
            if (type.getSort() < Type.ARRAY) {
                parameters.put(slot, LocalKind.of(type));
            }
            slot += type.getSize();
        }
        this.parameterSlots = slot;
        kinds.putAll(parameters);
    }

    /** Returns the locals; empty if a slot has more than one kind, or holds a reference that is not a parameter. */
    static Optional<GuestLocals> of(MethodNode method) {
        GuestLocals locals = new GuestLocals(method);
        for (AbstractInsnNode instruction : method.instructions) {
            if (!locals.agrees(instruction)) {
                return Optional.empty();
            }
        }
        return Optional.of(locals);
    }

    private boolean agrees(AbstractInsnNode instruction) {
        if (instruction instanceof IincInsnNode add) {
            return agrees(add.var, LocalKind.INT);
        }
        if (!(instruction instanceof VarInsnNode access)) {
            return true;
        }
        if (access.getOpcode() == Opcodes.ALOAD) {
            return access.var < parameterSlots;
        }
        return access.getOpcode() != Opcodes.ASTORE && agrees(access.var, LocalKind.ofAccess(access.getOpcode()));
    }

    private boolean agrees(int slot, LocalKind kind) {
        LocalKind before = kinds.putIfAbsent(slot, kind);
        return before == null || before == kind;
    }

    /** The types of all parameters, in their order. */
    Type[] parameterTypes() {
        return parameterTypes;
    }

    /** The slots that the parameters take. */
    int parameterSlots() {
        return parameterSlots;
    }

    /** The parameters that are numbers, by slot. */
    Map<Integer, LocalKind> parameters() {
        return parameters;
    }

    /** Returns the kind of a slot that some instruction reads or writes. */
    LocalKind kind(int slot) {
        LocalKind kind = kinds.get(slot);
        if (kind == null) {
            throw new IllegalArgumentException("no number is in slot " + slot);
        }
        return kind;
    }

    /** Returns the slots with numbers that these instructions read or write. */
    static Set<Integer> usedBy(Iterable<AbstractInsnNode> instructions) {
        Set<Integer> used = new HashSet<>(writtenBy(instructions));
        for (AbstractInsnNode instruction : instructions) {
            if (instruction instanceof VarInsnNode access && access.getOpcode() != Opcodes.ALOAD) {
                used.add(access.var);
            }
        }
        return used;
    }

    /** Returns the slots with numbers that these instructions write. */
    static Set<Integer> writtenBy(Iterable<AbstractInsnNode> instructions) {
        Set<Integer> written = new HashSet<>();
        for (AbstractInsnNode instruction : instructions) {
            if (instruction instanceof IincInsnNode add) {
                written.add(add.var);
            } else if (instruction instanceof VarInsnNode access && access.getOpcode() >= Opcodes.ISTORE) {
                written.add(access.var);
            }
        }
        return written;
    }
}
