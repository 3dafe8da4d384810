package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Makes the methods of a guest's classes pass their memory as a {@link PagedMemory} and not as the engine's interface.
 * The JIT then neither looks its class up nor casts it at each access and each charge.
 */
public final class TypedMemory {
    /** The type of the memory that methods get, as a descriptor names it. */
    static final String DESCRIPTOR = Type.getDescriptor(PagedMemory.class);

    private static final String NAME = Type.getInternalName(PagedMemory.class);
    private static final String ENGINES_DESCRIPTOR = Type.getDescriptor(Memory.class);
    private static final String ENGINES_NAME = Type.getInternalName(Memory.class);
    private static final String INSTANCE = Type.getInternalName(Instance.class);
    private static final String GETTER = "()" + ENGINES_DESCRIPTOR;

    private TypedMemory() {}

    /**
     * Changes a method, and its calls of the guest's methods.
     *
     * @param owner internal name of its class
     */
    public static void in(String owner, MethodNode method) {
        if (isShaded(owner)) {
            return;
        }
        String room = owner.substring(0, owner.lastIndexOf('/') + 1);
        method.desc = typed(method.desc);
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof FrameNode frame) {
                replaceIn(frame.local);
                replaceIn(frame.stack);
            } else if (instruction instanceof MethodInsnNode call) {
                if (call.owner.startsWith(room) && !isShaded(call.owner)) {
                    call.desc = typed(call.desc);
                } else if (call.owner.equals(INSTANCE) && call.desc.equals(GETTER)) {
                    method.instructions.insert(call, new TypeInsnNode(Opcodes.CHECKCAST, NAME));
                }
            }
        }
    }

    /** Whether it is the class in which the engine puts a copy of its own methods for each guest. */
    static boolean isShaded(String owner) {
        return owner.endsWith("Shaded");
    }

    private static String typed(String descriptor) {
        return descriptor.replace(ENGINES_DESCRIPTOR, DESCRIPTOR);
    }

    private static void replaceIn(List<Object> types) {
        types.replaceAll(type -> type.equals(ENGINES_NAME) ? NAME : type);
    }
}
