package dev.airlock.sandbox.engine.bytecode.division;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** The kind of a number in a local of a guest function, with its conversion to a long, bit for bit, and back. */
@SuppressWarnings("ImmutableEnumChecker") // a Type does not change, but says so nowhere
enum LocalKind {
    INT(Type.INT_TYPE, Opcodes.INTEGER),
    LONG(Type.LONG_TYPE, Opcodes.LONG),
    FLOAT(Type.FLOAT_TYPE, Opcodes.FLOAT),
    DOUBLE(Type.DOUBLE_TYPE, Opcodes.DOUBLE);

    private final Type type;
    private final Integer inFrames;

    LocalKind(Type type, Integer inFrames) {
        this.type = type;
        this.inFrames = inFrames;
    }

    /** The kind of a parameter or a result that is a number. */
    static LocalKind of(Type type) {
        return switch (type.getSort()) {
            case Type.INT -> INT;
            case Type.LONG -> LONG;
            case Type.FLOAT -> FLOAT;
            case Type.DOUBLE -> DOUBLE;
            default -> throw new IllegalArgumentException(type + " is not a number type of a guest");
        };
    }

    /** The kind that an instruction loads or stores, which is not one for references. */
    static LocalKind ofAccess(int opcode) {
        return switch (opcode) {
            case Opcodes.ILOAD, Opcodes.ISTORE -> INT;
            case Opcodes.LLOAD, Opcodes.LSTORE -> LONG;
            case Opcodes.FLOAD, Opcodes.FSTORE -> FLOAT;
            case Opcodes.DLOAD, Opcodes.DSTORE -> DOUBLE;
            default -> throw new IllegalArgumentException("not an access to a number: " + opcode);
        };
    }

    /** The kind's name in a stack map. */
    Integer inFrames() {
        return inFrames;
    }

    /** The number of slots that it takes. */
    int slots() {
        return type.getSize();
    }

    /** Returns the form of an instruction for this kind, given its form for ints. */
    int opcode(int forInts) {
        return type.getOpcode(forInts);
    }

    /** Returns the code that converts it to a long. */
    InsnList toLong() {
        InsnList code = new InsnList();
        switch (this) {
            case INT -> code.add(new InsnNode(Opcodes.I2L));
            case LONG -> {}
            case FLOAT -> {
                code.add(convert(Float.class, "floatToRawIntBits", "(F)I"));
                code.add(new InsnNode(Opcodes.I2L));
            }
            case DOUBLE -> code.add(convert(Double.class, "doubleToRawLongBits", "(D)J"));
        }
        return code;
    }

    /** Returns the code that converts a long to it. */
    InsnList fromLong() {
        InsnList code = new InsnList();
        switch (this) {
            case INT -> code.add(new InsnNode(Opcodes.L2I));
            case LONG -> {}
            case FLOAT -> {
                code.add(new InsnNode(Opcodes.L2I));
                code.add(convert(Float.class, "intBitsToFloat", "(I)F"));
            }
            case DOUBLE -> code.add(convert(Double.class, "longBitsToDouble", "(J)D"));
        }
        return code;
    }

    private static MethodInsnNode convert(Class<?> owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, Type.getInternalName(owner), name, descriptor, false);
    }
}
