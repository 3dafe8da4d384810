package dev.airlock.sandbox.wasm.format;

import java.util.Locale;
import java.util.Set;

/** Value and reference types as the binary format writes them (core specification, sections 5.3.1 to 5.3.4). */
public final class ValueTypes {
    public static final byte I32 = 0x7F;
    public static final byte FUNCREF = 0x70;
    public static final byte EXTERNREF = 0x6F;
    public static final byte EXNREF = 0x69;

    private static final int REF_NULL = 0x63;
    private static final int REF = 0x64;

    /** The bytes of value types are above this one; below it are type indices of a block type. */
    private static final int FIRST_TYPE_BYTE = 0x40;

    private static final Set<String> NUMBERS_AND_VECTORS = Set.of("i32", "i64", "f32", "f64", "v128");

    private ValueTypes() {}

    public static boolean isReference(byte type) {
        return type == FUNCREF || type == EXTERNREF || type == EXNREF;
    }

    /** The byte of a reference type by its name. */
    public static byte ofReference(String name) {
        return switch (name) {
            case "funcref" -> FUNCREF;
            case "externref" -> EXTERNREF;
            case "exnref" -> EXNREF;
            default -> throw new IllegalArgumentException(name + " is not admitted");
        };
    }

    /** Reads a value type and returns its name in the text format. */
    public static String read(ByteReader in, FeatureUse features) throws ModuleRefused {
        int at = in.position();
        return ofByte(in, features, at, in.u8());
    }

    /** Reads the rest of a value type whose first byte, at {@code at}, has been read. */
    public static String ofByte(ByteReader in, FeatureUse features, int at, int typeByte) throws ModuleRefused {
        return switch (typeByte) {
            case 0x7F -> "i32";
            case 0x7E -> "i64";
            case 0x7D -> "f32";
            case 0x7C -> "f64";
            case 0x7B -> {
                features.meet(Feature.SIMD, at, "v128");
                yield "v128";
            }
            case REF_NULL, REF -> {
                features.meet(Feature.FUNCTION_REFERENCES, at, "ref type");
                yield (typeByte == REF ? "ref " : "ref null ") + heapType(in, features);
            }
            default -> abstractReference(features, at, typeByte);
        };
    }

    /** Reads a reference type, the type of tables and element segments. */
    public static String readReference(ByteReader in, FeatureUse features) throws ModuleRefused {
        int at = in.position();
        String type = read(in, features);
        if (NUMBERS_AND_VECTORS.contains(type)) {
            throw ModuleRefused.malformed(at, "malformed reference type " + type);
        }
        return type;
    }

    /** Reads a heap type, the immediate of {@code ref.null}. */
    public static String heapType(ByteReader in, FeatureUse features) throws ModuleRefused {
        int at = in.position();
        long type = in.s33();
        if (type >= 0) {
            features.meet(Feature.FUNCTION_REFERENCES, at, "typed reference");
            return Long.toString(type);
        }
        if (type < -FIRST_TYPE_BYTE || in.position() != at + 1) {
            throw ModuleRefused.malformed(at, "malformed heap type");
        }
        return abstractReference(features, at, (int) (type & 0x7F));
    }

    private static String abstractReference(FeatureUse features, int at, int typeByte) throws ModuleRefused {
        return switch (typeByte) {
            case 0x70 -> "funcref";
            case 0x6F -> {
                features.meet(Feature.REFERENCE_TYPES, at, "externref");
                yield "externref";
            }
            case 0x69 -> {
                features.meet(Feature.EXCEPTIONS, at, "exnref");
                yield "exnref";
            }
            case 0x74 -> throw ModuleRefused.feature(at, Feature.EXCEPTIONS, "nullexnref");
            case 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x71, 0x72, 0x73 ->
                throw ModuleRefused.feature(
                        at, Feature.GC, String.format(Locale.ROOT, "reference type 0x%02x", typeByte));
            default ->
                throw ModuleRefused.malformed(at, String.format(Locale.ROOT, "0x%02x is not a value type", typeByte));
        };
    }
}
