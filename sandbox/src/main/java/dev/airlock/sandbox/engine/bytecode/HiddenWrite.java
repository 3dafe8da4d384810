package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A write of a hidden global in a compiled function. Its value is on the operand stack, and three instructions write
 * it: they load the global's index and the instance, and call the engine.
 *
 * @param global the hidden global
 * @param index loads its index
 * @param instance loads the instance
 * @param call writes it
 */
record HiddenWrite(Global global, AbstractInsnNode index, AbstractInsnNode instance, AbstractInsnNode call) {
    /** The hidden globals of a metered module, in their order. */
    enum Global {
        FUEL,
        STACK,
        STACK_RESTORE
    }

    private static final String WRITE_GLOBAL =
            Type.getMethodDescriptor(Type.VOID_TYPE, Type.LONG_TYPE, Type.INT_TYPE, Type.getType(Instance.class));

    /** Returns all of them in a function, in their order. */
    static List<HiddenWrite> in(InsnList instructions, MeteredModule module) {
        List<HiddenWrite> writes = new ArrayList<>();
        for (AbstractInsnNode instruction : instructions) {
            if (instruction instanceof MethodInsnNode call
                    && TypedMemory.isShaded(call.owner)
                    && call.name.equals("writeGlobal")
                    && call.desc.equals(WRITE_GLOBAL)) {
                AbstractInsnNode instance = call.getPrevious();
                AbstractInsnNode index = instance.getPrevious();
                int hidden = constant(index) - module.fuelGlobalIndex();
                if (hidden >= 0 && hidden < Global.values().length) {
                    writes.add(new HiddenWrite(Global.values()[hidden], index, instance, call));
                }
            }
        }
        return writes;
    }

    /** The instruction that loads the value, if it is a constant. */
    AbstractInsnNode value() {
        return index.getPrevious();
    }

    /** The value, if it is a constant. */
    OptionalLong constant() {
        AbstractInsnNode value = value();
        if (value instanceof LdcInsnNode load && load.cst instanceof Long number) {
            return OptionalLong.of(number);
        }
        return value.getOpcode() == Opcodes.LCONST_0 || value.getOpcode() == Opcodes.LCONST_1
                ? OptionalLong.of(value.getOpcode() - Opcodes.LCONST_0)
                : OptionalLong.empty();
    }

    /** Whether it charges a constant amount and checks that there is enough. */
    boolean looks() {
        return global == Global.FUEL && constant().orElse(0) > 0;
    }

    /**
     * Whether it takes a frame from the stack, before a call; after the call the frame is returned, as a negative
     * amount.
     */
    boolean takesFrame() {
        return global == Global.STACK && constant().orElse(0) > 0;
    }

    /** Replaces the write with other instructions, which find the value on the operand stack. */
    void replaceIn(InsnList instructions, InsnList others) {
        instructions.insert(call, others);
        instructions.remove(index);
        instructions.remove(instance);
        instructions.remove(call);
    }

    /** Returns the constant that an instruction loads, in one of four ways; -1 if it is not such an instruction. */
    static int constant(AbstractInsnNode load) {
        if (load instanceof InsnNode && load.getOpcode() >= Opcodes.ICONST_0 && load.getOpcode() <= Opcodes.ICONST_5) {
            return load.getOpcode() - Opcodes.ICONST_0;
        }
        if (load instanceof IntInsnNode push) {
            return push.operand;
        }
        return load instanceof LdcInsnNode constant && constant.cst instanceof Integer number ? number : -1;
    }
}
