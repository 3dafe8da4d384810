package dev.airlock.sandbox.wasm.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every instruction that the reader can decode: its encoding, its name in the text format, its immediates, how control
 * continues after it, and the proposal it came with.
 *
 * <p>This table is the only place for facts about instructions. Encodings are those of the WebAssembly core
 * specification 2.0, section 5.4 and the index of instructions in appendix A.7, and of the tail call, exception
 * handling and typed function reference proposals. Instructions that are only known by name, so that they can be
 * refused by name, are in {@code RefusedInstructions}.
 */
public enum Opcode {
    // Control (binary format, 5.4.1)
    UNREACHABLE(0x00, "unreachable", Immediates.NONE, Flow.TRAP),
    NOP(0x01, "nop"),
    BLOCK(0x02, "block", Immediates.BLOCK_TYPE, Flow.BLOCK),
    LOOP(0x03, "loop", Immediates.BLOCK_TYPE, Flow.LOOP),
    IF(0x04, "if", Immediates.BLOCK_TYPE, Flow.IF),
    ELSE(0x05, "else", Immediates.NONE, Flow.ELSE),
    THROW(0x08, "throw", Immediates.INDEX, Flow.THROW, Feature.EXCEPTIONS),
    THROW_REF(0x0A, "throw_ref", Immediates.NONE, Flow.THROW, Feature.EXCEPTIONS),
    END(0x0B, "end", Immediates.NONE, Flow.END),
    BR(0x0C, "br", Immediates.LABEL, Flow.BRANCH),
    BR_IF(0x0D, "br_if", Immediates.LABEL, Flow.BRANCH_IF),
    BR_TABLE(0x0E, "br_table", Immediates.LABEL_TABLE, Flow.BRANCH),
    RETURN(0x0F, "return", Immediates.NONE, Flow.RETURN),
    CALL(0x10, "call", Immediates.INDEX, Flow.CALL),
    CALL_INDIRECT(0x11, "call_indirect", Immediates.TYPE_AND_TABLE, Flow.CALL),
    RETURN_CALL(0x12, "return_call", Immediates.INDEX, Flow.TAIL_CALL, Feature.TAIL_CALL),
    RETURN_CALL_INDIRECT(0x13, "return_call_indirect", Immediates.TYPE_AND_TABLE, Flow.TAIL_CALL, Feature.TAIL_CALL),
    CALL_REF(0x14, "call_ref", Immediates.INDEX, Flow.CALL, Feature.FUNCTION_REFERENCES),
    RETURN_CALL_REF(0x15, "return_call_ref", Immediates.INDEX, Flow.TAIL_CALL, Feature.FUNCTION_REFERENCES),

    // Parametric (5.4.3)
    DROP(0x1A, "drop"),
    SELECT(0x1B, "select"),
    SELECT_TYPED(0x1C, "select t", Immediates.VALUE_TYPES, Feature.REFERENCE_TYPES),
    TRY_TABLE(0x1F, "try_table", Immediates.BLOCK_TYPE_AND_CATCHES, Flow.BLOCK, Feature.EXCEPTIONS),

    // Variables (5.4.4) and tables (5.4.5)
    LOCAL_GET(0x20, "local.get", Immediates.LOCAL),
    LOCAL_SET(0x21, "local.set", Immediates.LOCAL),
    LOCAL_TEE(0x22, "local.tee", Immediates.LOCAL),
    GLOBAL_GET(0x23, "global.get", Immediates.GLOBAL),
    GLOBAL_SET(0x24, "global.set", Immediates.GLOBAL),
    TABLE_GET(0x25, "table.get", Immediates.INDEX, Feature.REFERENCE_TYPES),
    TABLE_SET(0x26, "table.set", Immediates.INDEX, Feature.REFERENCE_TYPES),

    // Memory (5.4.6)
    I32_LOAD(0x28, "i32.load", Immediates.MEMARG),
    I64_LOAD(0x29, "i64.load", Immediates.MEMARG),
    F32_LOAD(0x2A, "f32.load", Immediates.MEMARG),
    F64_LOAD(0x2B, "f64.load", Immediates.MEMARG),
    I32_LOAD8_S(0x2C, "i32.load8_s", Immediates.MEMARG),
    I32_LOAD8_U(0x2D, "i32.load8_u", Immediates.MEMARG),
    I32_LOAD16_S(0x2E, "i32.load16_s", Immediates.MEMARG),
    I32_LOAD16_U(0x2F, "i32.load16_u", Immediates.MEMARG),
    I64_LOAD8_S(0x30, "i64.load8_s", Immediates.MEMARG),
    I64_LOAD8_U(0x31, "i64.load8_u", Immediates.MEMARG),
    I64_LOAD16_S(0x32, "i64.load16_s", Immediates.MEMARG),
    I64_LOAD16_U(0x33, "i64.load16_u", Immediates.MEMARG),
    I64_LOAD32_S(0x34, "i64.load32_s", Immediates.MEMARG),
    I64_LOAD32_U(0x35, "i64.load32_u", Immediates.MEMARG),
    I32_STORE(0x36, "i32.store", Immediates.MEMARG),
    I64_STORE(0x37, "i64.store", Immediates.MEMARG),
    F32_STORE(0x38, "f32.store", Immediates.MEMARG),
    F64_STORE(0x39, "f64.store", Immediates.MEMARG),
    I32_STORE8(0x3A, "i32.store8", Immediates.MEMARG),
    I32_STORE16(0x3B, "i32.store16", Immediates.MEMARG),
    I64_STORE8(0x3C, "i64.store8", Immediates.MEMARG),
    I64_STORE16(0x3D, "i64.store16", Immediates.MEMARG),
    I64_STORE32(0x3E, "i64.store32", Immediates.MEMARG),
    MEMORY_SIZE(0x3F, "memory.size", Immediates.MEMORY),
    MEMORY_GROW(0x40, "memory.grow", Immediates.MEMORY, Flow.BULK),

    // Numbers (5.4.7)
    I32_CONST(0x41, "i32.const", Immediates.I32),
    I64_CONST(0x42, "i64.const", Immediates.I64),
    F32_CONST(0x43, "f32.const", Immediates.F32),
    F64_CONST(0x44, "f64.const", Immediates.F64),
    I32_EQZ(0x45, "i32.eqz"),
    I32_EQ(0x46, "i32.eq"),
    I32_NE(0x47, "i32.ne"),
    I32_LT_S(0x48, "i32.lt_s"),
    I32_LT_U(0x49, "i32.lt_u"),
    I32_GT_S(0x4A, "i32.gt_s"),
    I32_GT_U(0x4B, "i32.gt_u"),
    I32_LE_S(0x4C, "i32.le_s"),
    I32_LE_U(0x4D, "i32.le_u"),
    I32_GE_S(0x4E, "i32.ge_s"),
    I32_GE_U(0x4F, "i32.ge_u"),
    I64_EQZ(0x50, "i64.eqz"),
    I64_EQ(0x51, "i64.eq"),
    I64_NE(0x52, "i64.ne"),
    I64_LT_S(0x53, "i64.lt_s"),
    I64_LT_U(0x54, "i64.lt_u"),
    I64_GT_S(0x55, "i64.gt_s"),
    I64_GT_U(0x56, "i64.gt_u"),
    I64_LE_S(0x57, "i64.le_s"),
    I64_LE_U(0x58, "i64.le_u"),
    I64_GE_S(0x59, "i64.ge_s"),
    I64_GE_U(0x5A, "i64.ge_u"),
    F32_EQ(0x5B, "f32.eq"),
    F32_NE(0x5C, "f32.ne"),
    F32_LT(0x5D, "f32.lt"),
    F32_GT(0x5E, "f32.gt"),
    F32_LE(0x5F, "f32.le"),
    F32_GE(0x60, "f32.ge"),
    F64_EQ(0x61, "f64.eq"),
    F64_NE(0x62, "f64.ne"),
    F64_LT(0x63, "f64.lt"),
    F64_GT(0x64, "f64.gt"),
    F64_LE(0x65, "f64.le"),
    F64_GE(0x66, "f64.ge"),
    I32_CLZ(0x67, "i32.clz"),
    I32_CTZ(0x68, "i32.ctz"),
    I32_POPCNT(0x69, "i32.popcnt"),
    I32_ADD(0x6A, "i32.add"),
    I32_SUB(0x6B, "i32.sub"),
    I32_MUL(0x6C, "i32.mul"),
    I32_DIV_S(0x6D, "i32.div_s"),
    I32_DIV_U(0x6E, "i32.div_u"),
    I32_REM_S(0x6F, "i32.rem_s"),
    I32_REM_U(0x70, "i32.rem_u"),
    I32_AND(0x71, "i32.and"),
    I32_OR(0x72, "i32.or"),
    I32_XOR(0x73, "i32.xor"),
    I32_SHL(0x74, "i32.shl"),
    I32_SHR_S(0x75, "i32.shr_s"),
    I32_SHR_U(0x76, "i32.shr_u"),
    I32_ROTL(0x77, "i32.rotl"),
    I32_ROTR(0x78, "i32.rotr"),
    I64_CLZ(0x79, "i64.clz"),
    I64_CTZ(0x7A, "i64.ctz"),
    I64_POPCNT(0x7B, "i64.popcnt"),
    I64_ADD(0x7C, "i64.add"),
    I64_SUB(0x7D, "i64.sub"),
    I64_MUL(0x7E, "i64.mul"),
    I64_DIV_S(0x7F, "i64.div_s"),
    I64_DIV_U(0x80, "i64.div_u"),
    I64_REM_S(0x81, "i64.rem_s"),
    I64_REM_U(0x82, "i64.rem_u"),
    I64_AND(0x83, "i64.and"),
    I64_OR(0x84, "i64.or"),
    I64_XOR(0x85, "i64.xor"),
    I64_SHL(0x86, "i64.shl"),
    I64_SHR_S(0x87, "i64.shr_s"),
    I64_SHR_U(0x88, "i64.shr_u"),
    I64_ROTL(0x89, "i64.rotl"),
    I64_ROTR(0x8A, "i64.rotr"),
    F32_ABS(0x8B, "f32.abs"),
    F32_NEG(0x8C, "f32.neg"),
    F32_CEIL(0x8D, "f32.ceil"),
    F32_FLOOR(0x8E, "f32.floor"),
    F32_TRUNC(0x8F, "f32.trunc"),
    F32_NEAREST(0x90, "f32.nearest"),
    F32_SQRT(0x91, "f32.sqrt"),
    F32_ADD(0x92, "f32.add"),
    F32_SUB(0x93, "f32.sub"),
    F32_MUL(0x94, "f32.mul"),
    F32_DIV(0x95, "f32.div"),
    F32_MIN(0x96, "f32.min"),
    F32_MAX(0x97, "f32.max"),
    F32_COPYSIGN(0x98, "f32.copysign"),
    F64_ABS(0x99, "f64.abs"),
    F64_NEG(0x9A, "f64.neg"),
    F64_CEIL(0x9B, "f64.ceil"),
    F64_FLOOR(0x9C, "f64.floor"),
    F64_TRUNC(0x9D, "f64.trunc"),
    F64_NEAREST(0x9E, "f64.nearest"),
    F64_SQRT(0x9F, "f64.sqrt"),
    F64_ADD(0xA0, "f64.add"),
    F64_SUB(0xA1, "f64.sub"),
    F64_MUL(0xA2, "f64.mul"),
    F64_DIV(0xA3, "f64.div"),
    F64_MIN(0xA4, "f64.min"),
    F64_MAX(0xA5, "f64.max"),
    F64_COPYSIGN(0xA6, "f64.copysign"),
    I32_WRAP_I64(0xA7, "i32.wrap_i64"),
    I32_TRUNC_F32_S(0xA8, "i32.trunc_f32_s"),
    I32_TRUNC_F32_U(0xA9, "i32.trunc_f32_u"),
    I32_TRUNC_F64_S(0xAA, "i32.trunc_f64_s"),
    I32_TRUNC_F64_U(0xAB, "i32.trunc_f64_u"),
    I64_EXTEND_I32_S(0xAC, "i64.extend_i32_s"),
    I64_EXTEND_I32_U(0xAD, "i64.extend_i32_u"),
    I64_TRUNC_F32_S(0xAE, "i64.trunc_f32_s"),
    I64_TRUNC_F32_U(0xAF, "i64.trunc_f32_u"),
    I64_TRUNC_F64_S(0xB0, "i64.trunc_f64_s"),
    I64_TRUNC_F64_U(0xB1, "i64.trunc_f64_u"),
    F32_CONVERT_I32_S(0xB2, "f32.convert_i32_s"),
    F32_CONVERT_I32_U(0xB3, "f32.convert_i32_u"),
    F32_CONVERT_I64_S(0xB4, "f32.convert_i64_s"),
    F32_CONVERT_I64_U(0xB5, "f32.convert_i64_u"),
    F32_DEMOTE_F64(0xB6, "f32.demote_f64"),
    F64_CONVERT_I32_S(0xB7, "f64.convert_i32_s"),
    F64_CONVERT_I32_U(0xB8, "f64.convert_i32_u"),
    F64_CONVERT_I64_S(0xB9, "f64.convert_i64_s"),
    F64_CONVERT_I64_U(0xBA, "f64.convert_i64_u"),
    F64_PROMOTE_F32(0xBB, "f64.promote_f32"),
    I32_REINTERPRET_F32(0xBC, "i32.reinterpret_f32"),
    I64_REINTERPRET_F64(0xBD, "i64.reinterpret_f64"),
    F32_REINTERPRET_I32(0xBE, "f32.reinterpret_i32"),
    F64_REINTERPRET_I64(0xBF, "f64.reinterpret_i64"),

    // Sign extension (5.4.7)
    I32_EXTEND8_S(0xC0, "i32.extend8_s", Feature.SIGN_EXTENSION),
    I32_EXTEND16_S(0xC1, "i32.extend16_s", Feature.SIGN_EXTENSION),
    I64_EXTEND8_S(0xC2, "i64.extend8_s", Feature.SIGN_EXTENSION),
    I64_EXTEND16_S(0xC3, "i64.extend16_s", Feature.SIGN_EXTENSION),
    I64_EXTEND32_S(0xC4, "i64.extend32_s", Feature.SIGN_EXTENSION),

    // References (5.4.2)
    REF_NULL(0xD0, "ref.null", Immediates.HEAP_TYPE, Feature.REFERENCE_TYPES),
    REF_IS_NULL(0xD1, "ref.is_null", Feature.REFERENCE_TYPES),
    REF_FUNC(0xD2, "ref.func", Immediates.INDEX, Feature.REFERENCE_TYPES),
    REF_AS_NON_NULL(0xD4, "ref.as_non_null", Feature.FUNCTION_REFERENCES),
    BR_ON_NULL(0xD5, "br_on_null", Immediates.LABEL, Flow.BRANCH_IF, Feature.FUNCTION_REFERENCES),
    BR_ON_NON_NULL(0xD6, "br_on_non_null", Immediates.LABEL, Flow.BRANCH_IF, Feature.FUNCTION_REFERENCES),

    // Saturating conversion (5.4.7)
    I32_TRUNC_SAT_F32_S(0xFC00, "i32.trunc_sat_f32_s", Feature.SATURATING_CONVERSION),
    I32_TRUNC_SAT_F32_U(0xFC01, "i32.trunc_sat_f32_u", Feature.SATURATING_CONVERSION),
    I32_TRUNC_SAT_F64_S(0xFC02, "i32.trunc_sat_f64_s", Feature.SATURATING_CONVERSION),
    I32_TRUNC_SAT_F64_U(0xFC03, "i32.trunc_sat_f64_u", Feature.SATURATING_CONVERSION),
    I64_TRUNC_SAT_F32_S(0xFC04, "i64.trunc_sat_f32_s", Feature.SATURATING_CONVERSION),
    I64_TRUNC_SAT_F32_U(0xFC05, "i64.trunc_sat_f32_u", Feature.SATURATING_CONVERSION),
    I64_TRUNC_SAT_F64_S(0xFC06, "i64.trunc_sat_f64_s", Feature.SATURATING_CONVERSION),
    I64_TRUNC_SAT_F64_U(0xFC07, "i64.trunc_sat_f64_u", Feature.SATURATING_CONVERSION),

    // Bulk memory and tables (5.4.5, 5.4.6)
    MEMORY_INIT(0xFC08, "memory.init", Immediates.DATA_AND_MEMORY, Flow.BULK, Feature.BULK_MEMORY),
    DATA_DROP(0xFC09, "data.drop", Immediates.DATA, Feature.BULK_MEMORY),
    MEMORY_COPY(0xFC0A, "memory.copy", Immediates.TWO_MEMORIES, Flow.BULK, Feature.BULK_MEMORY),
    MEMORY_FILL(0xFC0B, "memory.fill", Immediates.MEMORY, Flow.BULK, Feature.BULK_MEMORY),
    TABLE_INIT(0xFC0C, "table.init", Immediates.TWO_INDICES, Flow.BULK, Feature.BULK_MEMORY),
    ELEM_DROP(0xFC0D, "elem.drop", Immediates.INDEX, Feature.BULK_MEMORY),
    TABLE_COPY(0xFC0E, "table.copy", Immediates.TWO_INDICES, Flow.BULK, Feature.BULK_MEMORY),
    TABLE_GROW(0xFC0F, "table.grow", Immediates.INDEX, Flow.BULK, Feature.REFERENCE_TYPES),
    TABLE_SIZE(0xFC10, "table.size", Immediates.INDEX, Feature.REFERENCE_TYPES),
    TABLE_FILL(0xFC11, "table.fill", Immediates.INDEX, Flow.BULK, Feature.REFERENCE_TYPES),

    // Vectors (5.4.8)
    V128_LOAD(0xFD00, "v128.load", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD8X8_S(0xFD01, "v128.load8x8_s", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD8X8_U(0xFD02, "v128.load8x8_u", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD16X4_S(0xFD03, "v128.load16x4_s", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD16X4_U(0xFD04, "v128.load16x4_u", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD32X2_S(0xFD05, "v128.load32x2_s", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD32X2_U(0xFD06, "v128.load32x2_u", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD8_SPLAT(0xFD07, "v128.load8_splat", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD16_SPLAT(0xFD08, "v128.load16_splat", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD32_SPLAT(0xFD09, "v128.load32_splat", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD64_SPLAT(0xFD0A, "v128.load64_splat", Immediates.MEMARG, Feature.SIMD),
    V128_STORE(0xFD0B, "v128.store", Immediates.MEMARG, Feature.SIMD),
    V128_CONST(0xFD0C, "v128.const", Immediates.V128, Feature.SIMD),
    I8X16_SHUFFLE(0xFD0D, "i8x16.shuffle", Immediates.V128, Feature.SIMD),
    I8X16_SWIZZLE(0xFD0E, "i8x16.swizzle", Feature.SIMD),
    I8X16_SPLAT(0xFD0F, "i8x16.splat", Feature.SIMD),
    I16X8_SPLAT(0xFD10, "i16x8.splat", Feature.SIMD),
    I32X4_SPLAT(0xFD11, "i32x4.splat", Feature.SIMD),
    I64X2_SPLAT(0xFD12, "i64x2.splat", Feature.SIMD),
    F32X4_SPLAT(0xFD13, "f32x4.splat", Feature.SIMD),
    F64X2_SPLAT(0xFD14, "f64x2.splat", Feature.SIMD),
    I8X16_EXTRACT_LANE_S(0xFD15, "i8x16.extract_lane_s", Immediates.LANE, Feature.SIMD),
    I8X16_EXTRACT_LANE_U(0xFD16, "i8x16.extract_lane_u", Immediates.LANE, Feature.SIMD),
    I8X16_REPLACE_LANE(0xFD17, "i8x16.replace_lane", Immediates.LANE, Feature.SIMD),
    I16X8_EXTRACT_LANE_S(0xFD18, "i16x8.extract_lane_s", Immediates.LANE, Feature.SIMD),
    I16X8_EXTRACT_LANE_U(0xFD19, "i16x8.extract_lane_u", Immediates.LANE, Feature.SIMD),
    I16X8_REPLACE_LANE(0xFD1A, "i16x8.replace_lane", Immediates.LANE, Feature.SIMD),
    I32X4_EXTRACT_LANE(0xFD1B, "i32x4.extract_lane", Immediates.LANE, Feature.SIMD),
    I32X4_REPLACE_LANE(0xFD1C, "i32x4.replace_lane", Immediates.LANE, Feature.SIMD),
    I64X2_EXTRACT_LANE(0xFD1D, "i64x2.extract_lane", Immediates.LANE, Feature.SIMD),
    I64X2_REPLACE_LANE(0xFD1E, "i64x2.replace_lane", Immediates.LANE, Feature.SIMD),
    F32X4_EXTRACT_LANE(0xFD1F, "f32x4.extract_lane", Immediates.LANE, Feature.SIMD),
    F32X4_REPLACE_LANE(0xFD20, "f32x4.replace_lane", Immediates.LANE, Feature.SIMD),
    F64X2_EXTRACT_LANE(0xFD21, "f64x2.extract_lane", Immediates.LANE, Feature.SIMD),
    F64X2_REPLACE_LANE(0xFD22, "f64x2.replace_lane", Immediates.LANE, Feature.SIMD),
    I8X16_EQ(0xFD23, "i8x16.eq", Feature.SIMD),
    I8X16_NE(0xFD24, "i8x16.ne", Feature.SIMD),
    I8X16_LT_S(0xFD25, "i8x16.lt_s", Feature.SIMD),
    I8X16_LT_U(0xFD26, "i8x16.lt_u", Feature.SIMD),
    I8X16_GT_S(0xFD27, "i8x16.gt_s", Feature.SIMD),
    I8X16_GT_U(0xFD28, "i8x16.gt_u", Feature.SIMD),
    I8X16_LE_S(0xFD29, "i8x16.le_s", Feature.SIMD),
    I8X16_LE_U(0xFD2A, "i8x16.le_u", Feature.SIMD),
    I8X16_GE_S(0xFD2B, "i8x16.ge_s", Feature.SIMD),
    I8X16_GE_U(0xFD2C, "i8x16.ge_u", Feature.SIMD),
    I16X8_EQ(0xFD2D, "i16x8.eq", Feature.SIMD),
    I16X8_NE(0xFD2E, "i16x8.ne", Feature.SIMD),
    I16X8_LT_S(0xFD2F, "i16x8.lt_s", Feature.SIMD),
    I16X8_LT_U(0xFD30, "i16x8.lt_u", Feature.SIMD),
    I16X8_GT_S(0xFD31, "i16x8.gt_s", Feature.SIMD),
    I16X8_GT_U(0xFD32, "i16x8.gt_u", Feature.SIMD),
    I16X8_LE_S(0xFD33, "i16x8.le_s", Feature.SIMD),
    I16X8_LE_U(0xFD34, "i16x8.le_u", Feature.SIMD),
    I16X8_GE_S(0xFD35, "i16x8.ge_s", Feature.SIMD),
    I16X8_GE_U(0xFD36, "i16x8.ge_u", Feature.SIMD),
    I32X4_EQ(0xFD37, "i32x4.eq", Feature.SIMD),
    I32X4_NE(0xFD38, "i32x4.ne", Feature.SIMD),
    I32X4_LT_S(0xFD39, "i32x4.lt_s", Feature.SIMD),
    I32X4_LT_U(0xFD3A, "i32x4.lt_u", Feature.SIMD),
    I32X4_GT_S(0xFD3B, "i32x4.gt_s", Feature.SIMD),
    I32X4_GT_U(0xFD3C, "i32x4.gt_u", Feature.SIMD),
    I32X4_LE_S(0xFD3D, "i32x4.le_s", Feature.SIMD),
    I32X4_LE_U(0xFD3E, "i32x4.le_u", Feature.SIMD),
    I32X4_GE_S(0xFD3F, "i32x4.ge_s", Feature.SIMD),
    I32X4_GE_U(0xFD40, "i32x4.ge_u", Feature.SIMD),
    F32X4_EQ(0xFD41, "f32x4.eq", Feature.SIMD),
    F32X4_NE(0xFD42, "f32x4.ne", Feature.SIMD),
    F32X4_LT(0xFD43, "f32x4.lt", Feature.SIMD),
    F32X4_GT(0xFD44, "f32x4.gt", Feature.SIMD),
    F32X4_LE(0xFD45, "f32x4.le", Feature.SIMD),
    F32X4_GE(0xFD46, "f32x4.ge", Feature.SIMD),
    F64X2_EQ(0xFD47, "f64x2.eq", Feature.SIMD),
    F64X2_NE(0xFD48, "f64x2.ne", Feature.SIMD),
    F64X2_LT(0xFD49, "f64x2.lt", Feature.SIMD),
    F64X2_GT(0xFD4A, "f64x2.gt", Feature.SIMD),
    F64X2_LE(0xFD4B, "f64x2.le", Feature.SIMD),
    F64X2_GE(0xFD4C, "f64x2.ge", Feature.SIMD),
    V128_NOT(0xFD4D, "v128.not", Feature.SIMD),
    V128_AND(0xFD4E, "v128.and", Feature.SIMD),
    V128_ANDNOT(0xFD4F, "v128.andnot", Feature.SIMD),
    V128_OR(0xFD50, "v128.or", Feature.SIMD),
    V128_XOR(0xFD51, "v128.xor", Feature.SIMD),
    V128_BITSELECT(0xFD52, "v128.bitselect", Feature.SIMD),
    V128_ANY_TRUE(0xFD53, "v128.any_true", Feature.SIMD),
    V128_LOAD8_LANE(0xFD54, "v128.load8_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_LOAD16_LANE(0xFD55, "v128.load16_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_LOAD32_LANE(0xFD56, "v128.load32_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_LOAD64_LANE(0xFD57, "v128.load64_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_STORE8_LANE(0xFD58, "v128.store8_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_STORE16_LANE(0xFD59, "v128.store16_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_STORE32_LANE(0xFD5A, "v128.store32_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_STORE64_LANE(0xFD5B, "v128.store64_lane", Immediates.MEMARG_LANE, Feature.SIMD),
    V128_LOAD32_ZERO(0xFD5C, "v128.load32_zero", Immediates.MEMARG, Feature.SIMD),
    V128_LOAD64_ZERO(0xFD5D, "v128.load64_zero", Immediates.MEMARG, Feature.SIMD),
    F32X4_DEMOTE_F64X2_ZERO(0xFD5E, "f32x4.demote_f64x2_zero", Feature.SIMD),
    F64X2_PROMOTE_LOW_F32X4(0xFD5F, "f64x2.promote_low_f32x4", Feature.SIMD),
    I8X16_ABS(0xFD60, "i8x16.abs", Feature.SIMD),
    I8X16_NEG(0xFD61, "i8x16.neg", Feature.SIMD),
    I8X16_POPCNT(0xFD62, "i8x16.popcnt", Feature.SIMD),
    I8X16_ALL_TRUE(0xFD63, "i8x16.all_true", Feature.SIMD),
    I8X16_BITMASK(0xFD64, "i8x16.bitmask", Feature.SIMD),
    I8X16_NARROW_I16X8_S(0xFD65, "i8x16.narrow_i16x8_s", Feature.SIMD),
    I8X16_NARROW_I16X8_U(0xFD66, "i8x16.narrow_i16x8_u", Feature.SIMD),
    F32X4_CEIL(0xFD67, "f32x4.ceil", Feature.SIMD),
    F32X4_FLOOR(0xFD68, "f32x4.floor", Feature.SIMD),
    F32X4_TRUNC(0xFD69, "f32x4.trunc", Feature.SIMD),
    F32X4_NEAREST(0xFD6A, "f32x4.nearest", Feature.SIMD),
    I8X16_SHL(0xFD6B, "i8x16.shl", Feature.SIMD),
    I8X16_SHR_S(0xFD6C, "i8x16.shr_s", Feature.SIMD),
    I8X16_SHR_U(0xFD6D, "i8x16.shr_u", Feature.SIMD),
    I8X16_ADD(0xFD6E, "i8x16.add", Feature.SIMD),
    I8X16_ADD_SAT_S(0xFD6F, "i8x16.add_sat_s", Feature.SIMD),
    I8X16_ADD_SAT_U(0xFD70, "i8x16.add_sat_u", Feature.SIMD),
    I8X16_SUB(0xFD71, "i8x16.sub", Feature.SIMD),
    I8X16_SUB_SAT_S(0xFD72, "i8x16.sub_sat_s", Feature.SIMD),
    I8X16_SUB_SAT_U(0xFD73, "i8x16.sub_sat_u", Feature.SIMD),
    F64X2_CEIL(0xFD74, "f64x2.ceil", Feature.SIMD),
    F64X2_FLOOR(0xFD75, "f64x2.floor", Feature.SIMD),
    I8X16_MIN_S(0xFD76, "i8x16.min_s", Feature.SIMD),
    I8X16_MIN_U(0xFD77, "i8x16.min_u", Feature.SIMD),
    I8X16_MAX_S(0xFD78, "i8x16.max_s", Feature.SIMD),
    I8X16_MAX_U(0xFD79, "i8x16.max_u", Feature.SIMD),
    F64X2_TRUNC(0xFD7A, "f64x2.trunc", Feature.SIMD),
    I8X16_AVGR_U(0xFD7B, "i8x16.avgr_u", Feature.SIMD),
    I16X8_EXTADD_PAIRWISE_I8X16_S(0xFD7C, "i16x8.extadd_pairwise_i8x16_s", Feature.SIMD),
    I16X8_EXTADD_PAIRWISE_I8X16_U(0xFD7D, "i16x8.extadd_pairwise_i8x16_u", Feature.SIMD),
    I32X4_EXTADD_PAIRWISE_I16X8_S(0xFD7E, "i32x4.extadd_pairwise_i16x8_s", Feature.SIMD),
    I32X4_EXTADD_PAIRWISE_I16X8_U(0xFD7F, "i32x4.extadd_pairwise_i16x8_u", Feature.SIMD),
    I16X8_ABS(0xFD80, "i16x8.abs", Feature.SIMD),
    I16X8_NEG(0xFD81, "i16x8.neg", Feature.SIMD),
    I16X8_Q15MULR_SAT_S(0xFD82, "i16x8.q15mulr_sat_s", Feature.SIMD),
    I16X8_ALL_TRUE(0xFD83, "i16x8.all_true", Feature.SIMD),
    I16X8_BITMASK(0xFD84, "i16x8.bitmask", Feature.SIMD),
    I16X8_NARROW_I32X4_S(0xFD85, "i16x8.narrow_i32x4_s", Feature.SIMD),
    I16X8_NARROW_I32X4_U(0xFD86, "i16x8.narrow_i32x4_u", Feature.SIMD),
    I16X8_EXTEND_LOW_I8X16_S(0xFD87, "i16x8.extend_low_i8x16_s", Feature.SIMD),
    I16X8_EXTEND_HIGH_I8X16_S(0xFD88, "i16x8.extend_high_i8x16_s", Feature.SIMD),
    I16X8_EXTEND_LOW_I8X16_U(0xFD89, "i16x8.extend_low_i8x16_u", Feature.SIMD),
    I16X8_EXTEND_HIGH_I8X16_U(0xFD8A, "i16x8.extend_high_i8x16_u", Feature.SIMD),
    I16X8_SHL(0xFD8B, "i16x8.shl", Feature.SIMD),
    I16X8_SHR_S(0xFD8C, "i16x8.shr_s", Feature.SIMD),
    I16X8_SHR_U(0xFD8D, "i16x8.shr_u", Feature.SIMD),
    I16X8_ADD(0xFD8E, "i16x8.add", Feature.SIMD),
    I16X8_ADD_SAT_S(0xFD8F, "i16x8.add_sat_s", Feature.SIMD),
    I16X8_ADD_SAT_U(0xFD90, "i16x8.add_sat_u", Feature.SIMD),
    I16X8_SUB(0xFD91, "i16x8.sub", Feature.SIMD),
    I16X8_SUB_SAT_S(0xFD92, "i16x8.sub_sat_s", Feature.SIMD),
    I16X8_SUB_SAT_U(0xFD93, "i16x8.sub_sat_u", Feature.SIMD),
    F64X2_NEAREST(0xFD94, "f64x2.nearest", Feature.SIMD),
    I16X8_MUL(0xFD95, "i16x8.mul", Feature.SIMD),
    I16X8_MIN_S(0xFD96, "i16x8.min_s", Feature.SIMD),
    I16X8_MIN_U(0xFD97, "i16x8.min_u", Feature.SIMD),
    I16X8_MAX_S(0xFD98, "i16x8.max_s", Feature.SIMD),
    I16X8_MAX_U(0xFD99, "i16x8.max_u", Feature.SIMD),
    I16X8_AVGR_U(0xFD9B, "i16x8.avgr_u", Feature.SIMD),
    I16X8_EXTMUL_LOW_I8X16_S(0xFD9C, "i16x8.extmul_low_i8x16_s", Feature.SIMD),
    I16X8_EXTMUL_HIGH_I8X16_S(0xFD9D, "i16x8.extmul_high_i8x16_s", Feature.SIMD),
    I16X8_EXTMUL_LOW_I8X16_U(0xFD9E, "i16x8.extmul_low_i8x16_u", Feature.SIMD),
    I16X8_EXTMUL_HIGH_I8X16_U(0xFD9F, "i16x8.extmul_high_i8x16_u", Feature.SIMD),
    I32X4_ABS(0xFDA0, "i32x4.abs", Feature.SIMD),
    I32X4_NEG(0xFDA1, "i32x4.neg", Feature.SIMD),
    I32X4_ALL_TRUE(0xFDA3, "i32x4.all_true", Feature.SIMD),
    I32X4_BITMASK(0xFDA4, "i32x4.bitmask", Feature.SIMD),
    I32X4_EXTEND_LOW_I16X8_S(0xFDA7, "i32x4.extend_low_i16x8_s", Feature.SIMD),
    I32X4_EXTEND_HIGH_I16X8_S(0xFDA8, "i32x4.extend_high_i16x8_s", Feature.SIMD),
    I32X4_EXTEND_LOW_I16X8_U(0xFDA9, "i32x4.extend_low_i16x8_u", Feature.SIMD),
    I32X4_EXTEND_HIGH_I16X8_U(0xFDAA, "i32x4.extend_high_i16x8_u", Feature.SIMD),
    I32X4_SHL(0xFDAB, "i32x4.shl", Feature.SIMD),
    I32X4_SHR_S(0xFDAC, "i32x4.shr_s", Feature.SIMD),
    I32X4_SHR_U(0xFDAD, "i32x4.shr_u", Feature.SIMD),
    I32X4_ADD(0xFDAE, "i32x4.add", Feature.SIMD),
    I32X4_SUB(0xFDB1, "i32x4.sub", Feature.SIMD),
    I32X4_MUL(0xFDB5, "i32x4.mul", Feature.SIMD),
    I32X4_MIN_S(0xFDB6, "i32x4.min_s", Feature.SIMD),
    I32X4_MIN_U(0xFDB7, "i32x4.min_u", Feature.SIMD),
    I32X4_MAX_S(0xFDB8, "i32x4.max_s", Feature.SIMD),
    I32X4_MAX_U(0xFDB9, "i32x4.max_u", Feature.SIMD),
    I32X4_DOT_I16X8_S(0xFDBA, "i32x4.dot_i16x8_s", Feature.SIMD),
    I32X4_EXTMUL_LOW_I16X8_S(0xFDBC, "i32x4.extmul_low_i16x8_s", Feature.SIMD),
    I32X4_EXTMUL_HIGH_I16X8_S(0xFDBD, "i32x4.extmul_high_i16x8_s", Feature.SIMD),
    I32X4_EXTMUL_LOW_I16X8_U(0xFDBE, "i32x4.extmul_low_i16x8_u", Feature.SIMD),
    I32X4_EXTMUL_HIGH_I16X8_U(0xFDBF, "i32x4.extmul_high_i16x8_u", Feature.SIMD),
    I64X2_ABS(0xFDC0, "i64x2.abs", Feature.SIMD),
    I64X2_NEG(0xFDC1, "i64x2.neg", Feature.SIMD),
    I64X2_ALL_TRUE(0xFDC3, "i64x2.all_true", Feature.SIMD),
    I64X2_BITMASK(0xFDC4, "i64x2.bitmask", Feature.SIMD),
    I64X2_EXTEND_LOW_I32X4_S(0xFDC7, "i64x2.extend_low_i32x4_s", Feature.SIMD),
    I64X2_EXTEND_HIGH_I32X4_S(0xFDC8, "i64x2.extend_high_i32x4_s", Feature.SIMD),
    I64X2_EXTEND_LOW_I32X4_U(0xFDC9, "i64x2.extend_low_i32x4_u", Feature.SIMD),
    I64X2_EXTEND_HIGH_I32X4_U(0xFDCA, "i64x2.extend_high_i32x4_u", Feature.SIMD),
    I64X2_SHL(0xFDCB, "i64x2.shl", Feature.SIMD),
    I64X2_SHR_S(0xFDCC, "i64x2.shr_s", Feature.SIMD),
    I64X2_SHR_U(0xFDCD, "i64x2.shr_u", Feature.SIMD),
    I64X2_ADD(0xFDCE, "i64x2.add", Feature.SIMD),
    I64X2_SUB(0xFDD1, "i64x2.sub", Feature.SIMD),
    I64X2_MUL(0xFDD5, "i64x2.mul", Feature.SIMD),
    I64X2_EQ(0xFDD6, "i64x2.eq", Feature.SIMD),
    I64X2_NE(0xFDD7, "i64x2.ne", Feature.SIMD),
    I64X2_LT_S(0xFDD8, "i64x2.lt_s", Feature.SIMD),
    I64X2_GT_S(0xFDD9, "i64x2.gt_s", Feature.SIMD),
    I64X2_LE_S(0xFDDA, "i64x2.le_s", Feature.SIMD),
    I64X2_GE_S(0xFDDB, "i64x2.ge_s", Feature.SIMD),
    I64X2_EXTMUL_LOW_I32X4_S(0xFDDC, "i64x2.extmul_low_i32x4_s", Feature.SIMD),
    I64X2_EXTMUL_HIGH_I32X4_S(0xFDDD, "i64x2.extmul_high_i32x4_s", Feature.SIMD),
    I64X2_EXTMUL_LOW_I32X4_U(0xFDDE, "i64x2.extmul_low_i32x4_u", Feature.SIMD),
    I64X2_EXTMUL_HIGH_I32X4_U(0xFDDF, "i64x2.extmul_high_i32x4_u", Feature.SIMD),
    F32X4_ABS(0xFDE0, "f32x4.abs", Feature.SIMD),
    F32X4_NEG(0xFDE1, "f32x4.neg", Feature.SIMD),
    F32X4_SQRT(0xFDE3, "f32x4.sqrt", Feature.SIMD),
    F32X4_ADD(0xFDE4, "f32x4.add", Feature.SIMD),
    F32X4_SUB(0xFDE5, "f32x4.sub", Feature.SIMD),
    F32X4_MUL(0xFDE6, "f32x4.mul", Feature.SIMD),
    F32X4_DIV(0xFDE7, "f32x4.div", Feature.SIMD),
    F32X4_MIN(0xFDE8, "f32x4.min", Feature.SIMD),
    F32X4_MAX(0xFDE9, "f32x4.max", Feature.SIMD),
    F32X4_PMIN(0xFDEA, "f32x4.pmin", Feature.SIMD),
    F32X4_PMAX(0xFDEB, "f32x4.pmax", Feature.SIMD),
    F64X2_ABS(0xFDEC, "f64x2.abs", Feature.SIMD),
    F64X2_NEG(0xFDED, "f64x2.neg", Feature.SIMD),
    F64X2_SQRT(0xFDEF, "f64x2.sqrt", Feature.SIMD),
    F64X2_ADD(0xFDF0, "f64x2.add", Feature.SIMD),
    F64X2_SUB(0xFDF1, "f64x2.sub", Feature.SIMD),
    F64X2_MUL(0xFDF2, "f64x2.mul", Feature.SIMD),
    F64X2_DIV(0xFDF3, "f64x2.div", Feature.SIMD),
    F64X2_MIN(0xFDF4, "f64x2.min", Feature.SIMD),
    F64X2_MAX(0xFDF5, "f64x2.max", Feature.SIMD),
    F64X2_PMIN(0xFDF6, "f64x2.pmin", Feature.SIMD),
    F64X2_PMAX(0xFDF7, "f64x2.pmax", Feature.SIMD),
    I32X4_TRUNC_SAT_F32X4_S(0xFDF8, "i32x4.trunc_sat_f32x4_s", Feature.SIMD),
    I32X4_TRUNC_SAT_F32X4_U(0xFDF9, "i32x4.trunc_sat_f32x4_u", Feature.SIMD),
    F32X4_CONVERT_I32X4_S(0xFDFA, "f32x4.convert_i32x4_s", Feature.SIMD),
    F32X4_CONVERT_I32X4_U(0xFDFB, "f32x4.convert_i32x4_u", Feature.SIMD),
    I32X4_TRUNC_SAT_F64X2_S_ZERO(0xFDFC, "i32x4.trunc_sat_f64x2_s_zero", Feature.SIMD),
    I32X4_TRUNC_SAT_F64X2_U_ZERO(0xFDFD, "i32x4.trunc_sat_f64x2_u_zero", Feature.SIMD),
    F64X2_CONVERT_LOW_I32X4_S(0xFDFE, "f64x2.convert_low_i32x4_s", Feature.SIMD),
    F64X2_CONVERT_LOW_I32X4_U(0xFDFF, "f64x2.convert_low_i32x4_u", Feature.SIMD);

    /** The immediates after the opcode in the binary format. */
    public enum Immediates {
        NONE,
        /** A block type: empty, one value type, or a type index as a signed 33-bit number. */
        BLOCK_TYPE,
        /** A block type and a vector of catch clauses. */
        BLOCK_TYPE_AND_CATCHES,
        /** One label. */
        LABEL,
        /** A vector of labels and a default label. */
        LABEL_TABLE,
        LOCAL,
        GLOBAL,
        /** One index into a space that only the engine's validation checks: function, tag, table, element, type. */
        INDEX,
        TWO_INDICES,
        /** A type index and a table index. */
        TYPE_AND_TABLE,
        /** A data index; needs a data count section. */
        DATA,
        /** A data index and a zero byte for the memory; needs a data count section. */
        DATA_AND_MEMORY,
        /** A zero byte for the memory. */
        MEMORY,
        /** Two zero bytes, one for each memory. */
        TWO_MEMORIES,
        /** Alignment and offset. */
        MEMARG,
        /** Alignment, offset, lane. */
        MEMARG_LANE,
        LANE,
        /** Sixteen bytes: a constant, or the lanes of a shuffle. */
        V128,
        I32,
        I64,
        F32,
        F64,
        VALUE_TYPES,
        HEAP_TYPE
    }

    /** How control continues after an instruction, which a rewrite must know to place code around it. */
    public enum Flow {
        /** The next instruction follows, unless this one traps. */
        NEXT,
        /** Opens a block whose label is its end. */
        BLOCK,
        /** Opens a block whose label is its start. */
        LOOP,
        /** Opens a block and takes one of two arms. */
        IF,
        /** Ends the first arm of an {@code if}. */
        ELSE,
        /** Ends a block, a function or a constant expression. */
        END,
        /** Always goes to a label. */
        BRANCH,
        /** Goes to a label or to the next instruction. */
        BRANCH_IF,
        /** Leaves the function with its results. */
        RETURN,
        /** Calls a function, of the guest or of the host. */
        CALL,
        /** Leaves the function by calling another. */
        TAIL_CALL,
        /** Raises an exception. */
        THROW,
        /** Ends the guest. */
        TRAP,
        /** Does work in proportion to the number on top of the stack. */
        BULK;

        /** Whether the instruction after this one can only be reached through a label. */
        public boolean neverGoesOn() {
            return switch (this) {
                case BRANCH, RETURN, TAIL_CALL, THROW, TRAP -> true;
                case NEXT, BLOCK, LOOP, IF, ELSE, END, BRANCH_IF, CALL, BULK -> false;
            };
        }
    }

    /** Prefix byte of saturating conversion and bulk instructions. */
    public static final int PREFIX_MISC = 0xFC;
    /** Prefix byte of vector instructions. */
    public static final int PREFIX_VECTOR = 0xFD;

    private static final @Nullable Opcode[] PLAIN = table(0);
    private static final @Nullable Opcode[] MISC = table(PREFIX_MISC);
    private static final @Nullable Opcode[] VECTOR = table(PREFIX_VECTOR);

    private final int code;
    private final String text;
    private final Immediates immediates;
    private final Flow flow;
    private final Feature feature;

    Opcode(int code, String text) {
        this(code, text, Immediates.NONE, Flow.NEXT, Feature.CORE_1);
    }

    Opcode(int code, String text, Feature feature) {
        this(code, text, Immediates.NONE, Flow.NEXT, feature);
    }

    Opcode(int code, String text, Immediates immediates) {
        this(code, text, immediates, Flow.NEXT, Feature.CORE_1);
    }

    Opcode(int code, String text, Immediates immediates, Feature feature) {
        this(code, text, immediates, Flow.NEXT, feature);
    }

    Opcode(int code, String text, Immediates immediates, Flow flow) {
        this(code, text, immediates, flow, Feature.CORE_1);
    }

    Opcode(int code, String text, Immediates immediates, Flow flow, Feature feature) {
        this.code = code;
        this.text = text;
        this.immediates = immediates;
        this.flow = flow;
        this.feature = feature;
    }

    /** The opcode byte, or the prefix byte times 256 plus the number after it. */
    public int code() {
        return code;
    }

    /** The name in the text format. */
    public String text() {
        return text;
    }

    public Immediates immediates() {
        return immediates;
    }

    /** How control continues after it. */
    public Flow flow() {
        return flow;
    }

    /** The part of the specification it came with. */
    public Feature feature() {
        return feature;
    }

    /** The instruction with that opcode byte, if the reader can decode one; prefix bytes have none. */
    static @Nullable public Opcode ofByte(int opcodeByte) {
        return PLAIN[opcodeByte];
    }

    /** The instruction of a {@link #code}, if the reader can decode one. */
    public static Optional<Opcode> ofCode(int code) {
        int prefix = code >> 8;
        return Optional.ofNullable(prefix == 0 ? ofByte(code) : ofPrefixed(prefix, code & 0xFF));
    }

    /** The instruction with that number after a prefix byte, if the reader can decode one. */
    static @Nullable public Opcode ofPrefixed(int prefix, long number) {
        @Nullable
        Opcode[] table = switch (prefix) {
            case PREFIX_MISC -> MISC;
            case PREFIX_VECTOR -> VECTOR;
            default -> throw new IllegalArgumentException("not a prefix byte that opcodes are decoded for");
        };
        return number < table.length ? table[(int) number] : null;
    }

    private static @Nullable Opcode[] table(int prefix) {
        @Nullable Opcode[] table = new @Nullable Opcode[256];
        for (Opcode opcode : values()) {
            if (opcode.code >> 8 == prefix) {
                table[opcode.code & 0xFF] = opcode;
            }
        }
        return table;
    }
}
