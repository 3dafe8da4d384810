package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.types.OpCode;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Instructions that {@link GuestInterpreter} carries out itself. Each has the opcode of an instruction that the
 * engine's interpreter does not know and that no admitted module has.
 */
enum OwnInstruction {
    /** {@code i32.store8} and {@code i64.store8}, whose address the engine cuts to 32 bits. */
    STORE_8(OpCode.V128_STORE8_LANE),
    /** {@code i64.store32}, likewise. */
    STORE_32(OpCode.V128_STORE32_LANE),
    /** Drops operands below the topmost ones; operands: how many stay on top, how many go. */
    UNWIND(OpCode.V128_AND),
    /** A call in a {@code try_table}; operands: the function, the {@link Handlers} region. */
    CALL(OpCode.V128_OR),
    /** An indirect call in a {@code try_table}; operands: the type, the table, the region. */
    CALL_INDIRECT(OpCode.V128_XOR),
    /** {@code throw}; operands: the tag, the region. */
    THROW(OpCode.V128_NOT),
    /** {@code throw_ref}; operand: the region. */
    THROW_REF(OpCode.V128_BITSELECT),
    /** {@code table.fill}, whose range the engine checks wrongly. */
    TABLE_FILL(OpCode.I8x16_EQ),
    /** {@code table.copy}, likewise. */
    TABLE_COPY(OpCode.I8x16_NE),
    /** {@code table.init}, likewise. */
    TABLE_INIT(OpCode.I8x16_SHUFFLE),
    /** {@code f32.convert_i64_u}, which the engine rounds wrongly. */
    F32_CONVERT_I64_U(OpCode.F32x4_CONVERT_I32x4_U),
    /** {@code f64.convert_i64_u}, likewise. */
    F64_CONVERT_I64_U(OpCode.F64x2_CONVERT_LOW_I32x4_U),
    /** {@code f32.abs}, which may leave the sign of a NaN. */
    F32_ABS(OpCode.F32x4_ABS),
    /** {@code f64.abs}, likewise. */
    F64_ABS(OpCode.F64x2_ABS),
    /** {@code f32.copysign}, which takes the wrong sign of one number. */
    F32_COPYSIGN(OpCode.F32x4_NEG),
    /** {@code f64.copysign}, likewise. */
    F64_COPYSIGN(OpCode.F64x2_NEG),
    /** Never carried out: after a function's code, the {@link Handlers} as operands. */
    HANDLERS(OpCode.V128_CONST);

    private static final Map<OpCode, OwnInstruction> BY_NAME = new EnumMap<>(OpCode.class);

    static {
        for (OwnInstruction own : values()) {
            BY_NAME.put(own.name, own);
        }
    }

    private final OpCode name;

    OwnInstruction(OpCode name) {
        this.name = name;
    }

    /** The opcode that stands for it. */
    OpCode opcode() {
        return name;
    }

    /** Returns the instruction behind an opcode. */
    static @Nullable OwnInstruction of(OpCode name) {
        return BY_NAME.get(name);
    }

    /** Returns the replacement of an instruction that does not affect control flow and has the same operands. */
    static OpCode inPlaceOf(OpCode opcode) {
        return switch (opcode) {
            case I32_STORE8, I64_STORE8 -> STORE_8.name;
            case I64_STORE32 -> STORE_32.name;
            case TABLE_FILL -> TABLE_FILL.name;
            case TABLE_COPY -> TABLE_COPY.name;
            case TABLE_INIT -> TABLE_INIT.name;
            case F32_CONVERT_I64_U -> F32_CONVERT_I64_U.name;
            case F64_CONVERT_I64_U -> F64_CONVERT_I64_U.name;
            case F32_ABS -> F32_ABS.name;
            case F64_ABS -> F64_ABS.name;
            case F32_COPYSIGN -> F32_COPYSIGN.name;
            case F64_COPYSIGN -> F64_COPYSIGN.name;
            default -> opcode;
        };
    }
}
