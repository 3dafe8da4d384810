package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.engine.memory.CompiledAccess;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes a function's accesses to its memory calls of {@link CompiledAccess}, which get the flat part's arrays from two locals. */
final class FlatAccess {
    /** How many locals the arrays take. */
    static final int LOCALS = 2;

    /** The type of each of these locals, as a frame has it. */
    static final String ARRAY = "[B";

    private static final String OWNER = Type.getInternalName(CompiledAccess.class);
    private static final String FETCH = Type.getMethodDescriptor(Type.getType(ARRAY), Type.getType(Memory.class));

    private static final Set<String> METHODS = Arrays.stream(CompiledAccess.class.getDeclaredMethods())
            .map(java.lang.reflect.Method::getName)
            .filter(name -> name.startsWith("memory"))
            .collect(Collectors.toUnmodifiableSet());

    private FlatAccess() {}

    /** Whether the instruction reads or writes memory by the engine's method. */
    static boolean isPossible(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call
                && call.owner.endsWith("Shaded")
                && METHODS.contains(call.name);
    }

    /** Makes all of them calls of ours, and fetches the arrays first of all. */
    static void redirect(InsnList code, int memory, int flat) {
        for (AbstractInsnNode instruction : code.toArray()) {
            if (isPossible(instruction)) {
                redirect((MethodInsnNode) instruction, flat, code);
            }
        }
        code.insert(fetch("written", memory, flat + 1));
        code.insert(fetch("flat", memory, flat));
    }

    private static void redirect(MethodInsnNode call, int flat, InsnList code) {
        boolean writes = Type.getReturnType(call.desc).equals(Type.VOID_TYPE);
        code.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, flat));
        if (writes) {
            code.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, flat + 1));
        }
        call.owner = OWNER;
        call.desc = call.desc.replace(")", writes ? ARRAY + ARRAY + ")" : ARRAY + ")");
    }

    private static InsnList fetch(String method, int memory, int local) {
        InsnList fetch = new InsnList();
        fetch.add(new VarInsnNode(Opcodes.ALOAD, memory));
        fetch.add(new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, method, FETCH, false));
        fetch.add(new VarInsnNode(Opcodes.ASTORE, local));
        return fetch;
    }
}
