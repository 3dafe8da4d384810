package dev.airlock.sandbox.engine.bytecode;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.engine.memory.GuestRegisters;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.List;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Makes functions read and write the module's first globals as fields of {@link GuestRegisters}. The engine's way leads
 * through two arrays and an object. A module that imports its memory has none: another instance has the same memory,
 * and other globals.
 *
 * @param first the index of the first global that has a field
 * @param areInts for each global that has a field, whether it is an {@code i32}
 */
public record GlobalFields(int first, List<Boolean> areInts) {
    private static final String READ =
            Type.getMethodDescriptor(Type.LONG_TYPE, Type.INT_TYPE, Type.getType(Instance.class));

    /** Returns those of a module. */
    public static GlobalFields of(MeteredModule module) {
        boolean sharesMemory = module.info().memories().stream().anyMatch(Extern.MemoryDemand::imported);
        int first = module.info().importedGlobals();
        int count = sharesMemory ? 0 : Math.min(GuestRegisters.GLOBALS, module.definedGlobals());
        return new GlobalFields(
                first,
                IntStream.range(first, first + count)
                        .mapToObj(module.info()::isIntGlobal)
                        .toList());
    }

    /** The number of globals with a field. */
    public int count() {
        return areInts.size();
    }

    /**
     * Changes a function's code.
     *
     * @param memory the local that holds the memory
     */
    void use(InsnList code, int memory) {
        for (AbstractInsnNode instruction : code.toArray()) {
            if (instruction instanceof MethodInsnNode call
                    && TypedMemory.isShaded(call.owner)
                    && (isRead(call) || call.name.equals("writeGlobal"))) {
                AbstractInsnNode instance = call.getPrevious();
                AbstractInsnNode index = instance.getPrevious();
                int number = HiddenWrite.constant(index) - first;
                if (number >= 0 && number < count()) {
                    code.insert(call, isRead(call) ? read(number, memory) : write(number, memory));
                    code.remove(index);
                    code.remove(instance);
                    code.remove(call);
                }
            }
        }
    }

    private static boolean isRead(MethodInsnNode call) {
        return call.name.equals("readGlobal") && call.desc.equals(READ);
    }

    /** The engine has every value as a long, so an int is converted after a read and before a write. */
    private InsnList read(int number, int memory) {
        InsnList reading = field(number).read(memory);
        if (areInts.get(number)) {
            reading.add(new InsnNode(Opcodes.I2L));
        }
        return reading;
    }

    private InsnList write(int number, int memory) {
        InsnList writing = field(number).write(memory);
        if (areInts.get(number)) {
            writing.insert(new InsnNode(Opcodes.L2I));
        }
        return writing;
    }

    private RegisterField field(int number) {
        return areInts.get(number)
                ? new RegisterField("int" + number, Type.INT_TYPE)
                : new RegisterField("long" + number, Type.LONG_TYPE);
    }
}
