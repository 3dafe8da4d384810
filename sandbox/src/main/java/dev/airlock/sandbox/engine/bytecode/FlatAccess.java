package dev.airlock.sandbox.engine.bytecode;

import dev.airlock.sandbox.engine.memory.CompiledAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns a function's accesses to its memory into calls of {@link CompiledAccess}. In its inner loops these get the flat
 * part's arrays from locals, which elsewhere cost more than they save. An inner loop is code that leads back to its
 * beginning and calls no function: to the JVM, every function of a program by Go's compiler is one loop.
 */
final class FlatAccess {
    private static final String ARRAY = "[B";

    /** The types of the locals, as a frame names them. */
    static final List<Object> TYPES = List.of(ARRAY, ARRAY);

    /** The slots that the locals take. */
    static final int SLOTS = 2;

    private static final String OWNER = Type.getInternalName(CompiledAccess.class);

    private FlatAccess() {}

    /** Redirects all accesses to our methods without locals. */
    static void redirect(InsnList code, int memory) {
        for (AbstractInsnNode instruction : code.toArray()) {
            if (MemoryAccess.isOne(instruction, memory)) {
                MemoryAccess.by(instruction).redirect(code, "");
            }
        }
    }

    /** Returns the accesses in inner loops, whether they are redirected later or not. */
    static List<MemoryAccess> inInnerLoops(InsnList code, int memory) {
        AbstractInsnNode[] all = code.toArray();
        Map<LabelNode, Integer> places = new HashMap<>();
        boolean[] loops = new boolean[all.length];
        int latestCall = -1;
        for (int i = 0; i < all.length; i++) {
            if (all[i] instanceof LabelNode label) {
                places.put(label, i);
            } else if (callsFunction(all[i])) {
                latestCall = i;
            } else if (all[i] instanceof JumpInsnNode jump) {
                int start = places.getOrDefault(jump.label, i);
                Arrays.fill(loops, start, start > latestCall ? i : start, true);
            }
        }
        List<MemoryAccess> found = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            if (loops[i] && MemoryAccess.isOne(all[i], memory)) {
                found.add(MemoryAccess.by(all[i]));
            }
        }
        found.removeIf(access -> access.constantOffset() < 0);
        return found;
    }

    private static boolean callsFunction(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call
                && (call.name.startsWith("func_")
                        || call.name.startsWith(DirectEntry.PREFIX)
                        || call.name.startsWith("call_indirect"));
    }

    /** Makes these accesses use the locals, and loads the locals at the start. */
    static void hold(List<MemoryAccess> accesses, InsnList code, int memory, int flat) {
        for (MemoryAccess access : accesses) {
            access.redirect(code, access.writes() ? ARRAY + ARRAY : ARRAY);
            code.insertBefore(access.call(), new VarInsnNode(Opcodes.ALOAD, flat));
            if (access.writes()) {
                code.insertBefore(access.call(), new VarInsnNode(Opcodes.ALOAD, flat + 1));
            }
        }
        code.insert(fetch("written", memory, flat + 1));
        code.insert(fetch("flat", memory, flat));
    }

    private static InsnList fetch(String method, int memory, int local) {
        InsnList fetch = new InsnList();
        fetch.add(new VarInsnNode(Opcodes.ALOAD, memory));
        fetch.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, OWNER, method, "(" + TypedMemory.DESCRIPTOR + ")" + ARRAY, false));
        fetch.add(new VarInsnNode(Opcodes.ASTORE, local));
        return fetch;
    }
}
