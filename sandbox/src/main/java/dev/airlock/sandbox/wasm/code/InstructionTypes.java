package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The operand and result types of those instructions whose types never vary (core specification, section 3.3): the ones
 * on numbers and on memory. Most follow from the instruction's name.
 */
public final class InstructionTypes {
    public static final byte I32 = 0x7F;
    static final byte I64 = 0x7E;
    static final byte F32 = 0x7D;
    static final byte F64 = 0x7C;

    private static final Pattern NUMBER = Pattern.compile("[if](32|64)");
    private static final Map<Opcode, InstructionTypes> ALL = all();

    private final byte[] taken;
    private final byte[] given;

    private InstructionTypes(byte[] taken, byte[] given) {
        this.taken = taken;
        this.given = given;
    }

    /** Returns the types of an instruction on numbers or memory. */
    public static InstructionTypes of(Opcode opcode) {
        InstructionTypes types = ALL.get(opcode);
        if (types == null) {
            throw new IllegalArgumentException(opcode.text() + " has types of its context");
        }
        return types;
    }

    public byte[] operands() {
        return taken;
    }

    public byte[] results() {
        return given;
    }

    /** Returns the largest alignment that a load or store may state: the power of two that is its width. */
    static int mostAlignment(Opcode opcode) {
        String access = opcode.text().substring(opcode.text().indexOf('.'));
        if (access.contains("8")) {
            return 0;
        }
        if (access.contains("16")) {
            return 1;
        }
        return access.contains("32") || opcode.text().substring(1).startsWith("32") ? 2 : 3;
    }

    private static Map<Opcode, InstructionTypes> all() {
        Map<Opcode, InstructionTypes> all = new EnumMap<>(Opcode.class);
        EnumSet.range(Opcode.I32_LOAD, Opcode.I64_LOAD32_U).forEach(load -> put(all, load, bytes(I32), own(load)));
        EnumSet.range(Opcode.I32_STORE, Opcode.I64_STORE32)
                .forEach(store -> put(all, store, bytes(I32, type(store.text())), bytes()));
        EnumSet.range(Opcode.I32_CONST, Opcode.F64_CONST)
                .forEach(constant -> put(all, constant, bytes(), own(constant)));
        tests(all);
        EnumSet.range(Opcode.I32_CLZ, Opcode.F64_COPYSIGN)
                .forEach(opcode -> put(all, opcode, operands(opcode), own(opcode)));
        EnumSet.range(Opcode.I32_WRAP_I64, Opcode.F64_REINTERPRET_I64).forEach(opcode -> conversion(all, opcode));
        EnumSet.range(Opcode.I32_EXTEND8_S, Opcode.I64_EXTEND32_S)
                .forEach(opcode -> put(all, opcode, own(opcode), own(opcode)));
        EnumSet.range(Opcode.I32_TRUNC_SAT_F32_S, Opcode.I64_TRUNC_SAT_F64_U)
                .forEach(opcode -> conversion(all, opcode));
        put(all, Opcode.MEMORY_SIZE, bytes(), bytes(I32));
        put(all, Opcode.MEMORY_GROW, bytes(I32), bytes(I32));
        for (Opcode bulk : Set.of(Opcode.MEMORY_INIT, Opcode.MEMORY_COPY, Opcode.MEMORY_FILL)) {
            put(all, bulk, bytes(I32, I32, I32), bytes());
        }
        put(all, Opcode.DATA_DROP, bytes(), bytes());
        put(all, Opcode.NOP, bytes(), bytes());
        return all;
    }

    private static void tests(Map<Opcode, InstructionTypes> all) {
        for (Opcode opcode : EnumSet.range(Opcode.I32_EQZ, Opcode.F64_GE)) {
            byte type = type(opcode.text());
            boolean isUnary = opcode == Opcode.I32_EQZ || opcode == Opcode.I64_EQZ;
            put(all, opcode, isUnary ? bytes(type) : bytes(type, type), bytes(I32));
        }
    }

    private static byte[] operands(Opcode opcode) {
        boolean isUnary = EnumSet.range(Opcode.I32_CLZ, Opcode.I32_POPCNT).contains(opcode)
                || EnumSet.range(Opcode.I64_CLZ, Opcode.I64_POPCNT).contains(opcode)
                || EnumSet.range(Opcode.F32_ABS, Opcode.F32_SQRT).contains(opcode)
                || EnumSet.range(Opcode.F64_ABS, Opcode.F64_SQRT).contains(opcode);
        byte type = type(opcode.text());
        return isUnary ? bytes(type) : bytes(type, type);
    }

    /** Adds a conversion, named as {@code f32.convert_i64_u}: from the second type to the first. */
    private static void conversion(Map<Opcode, InstructionTypes> all, Opcode opcode) {
        String[] named =
                NUMBER.matcher(opcode.text()).results().map(MatchResult::group).toArray(String[]::new);
        put(all, opcode, bytes(type(named[1])), bytes(type(named[0])));
    }

    private static byte[] own(Opcode opcode) {
        return bytes(type(opcode.text()));
    }

    private static byte type(String text) {
        return switch (text.substring(0, 3)) {
            case "i32" -> I32;
            case "i64" -> I64;
            case "f32" -> F32;
            case "f64" -> F64;
            default -> throw new IllegalArgumentException(text + " names no number");
        };
    }

    private static byte[] bytes(byte... types) {
        return types;
    }

    private static void put(Map<Opcode, InstructionTypes> all, Opcode opcode, byte[] taken, byte[] given) {
        all.put(opcode, new InstructionTypes(taken, given));
    }
}
