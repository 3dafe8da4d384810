package dev.airlock.sandbox.engine.pass;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.OpcodeImpl;
import dev.airlock.sandbox.engine.exact.ExactConversions;
import dev.airlock.sandbox.engine.exact.ExactSigns;
import dev.airlock.sandbox.engine.exact.ExactTables;
import dev.airlock.sandbox.engine.memory.CompiledExceptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A static method that compiled code calls in place of one of the engine's, with the same values on the operand stack.
 *
 * @param owner internal name of its class
 */
public record OwnMethod(String owner, String name) {
    /** The suffix of the class in which the engine puts a copy of its own methods for each guest. */
    static final String SHADED = "Shaded";

    private static final Map<String, OwnMethod> SHADED_METHODS = Map.of(
            "createWasmException", of(CompiledExceptions.class, "create"),
            "tableFill", of(ExactTables.class, "fill"),
            "tableCopy", of(ExactTables.class, "copy"),
            "tableInit", of(ExactTables.class, "init"));

    private static final Map<String, OwnMethod> OTHERS = new HashMap<>();

    static {
        OTHERS.put(key(Instance.class, "registerException"), of(CompiledExceptions.class, "reference"));
        OTHERS.put(key(Instance.class, "exn"), of(CompiledExceptions.class, "get"));
        OTHERS.put(key(OpcodeImpl.class, "F32_CONVERT_I64_U"), of(ExactConversions.class, "f32FromUnsigned"));
        OTHERS.put(key(OpcodeImpl.class, "F64_CONVERT_I64_U"), of(ExactConversions.class, "f64FromUnsigned"));
        OTHERS.put(key(OpcodeImpl.class, "F32_ABS"), of(ExactSigns.class, "f32Abs"));
        OTHERS.put(key(OpcodeImpl.class, "F64_ABS"), of(ExactSigns.class, "f64Abs"));
        OTHERS.put(key(OpcodeImpl.class, "F32_COPYSIGN"), of(ExactSigns.class, "f32CopySign"));
        OTHERS.put(key(OpcodeImpl.class, "F64_COPYSIGN"), of(ExactSigns.class, "f64CopySign"));
    }

    private static OwnMethod of(Class<?> owner, String name) {
        return new OwnMethod(Type.getInternalName(owner), name);
    }

    private static String key(Class<?> owner, String name) {
        return Type.getInternalName(owner) + "." + name;
    }

    /** Returns the method that replaces one of the engine's. */
    public static Optional<OwnMethod> inPlaceOf(String owner, String name) {
        return Optional.ofNullable(owner.endsWith(SHADED) ? SHADED_METHODS.get(name) : OTHERS.get(owner + "." + name));
    }

    /**
     * Calls it.
     *
     * @param opcode the opcode with which the engine's method was called
     * @param theirs the class of the engine's method
     * @param descriptor of the engine's method, without the object that it was called on
     */
    public void callFrom(MethodVisitor code, int opcode, String theirs, String descriptor) {
        String ours = opcode == Opcodes.INVOKESTATIC
                ? descriptor
                : "(" + Type.getObjectType(theirs).getDescriptor() + descriptor.substring(1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, ours, false);
    }
}
