package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that are known only by name, so that a module that uses one is refused by name.
 *
 * <p>Encodings: WebAssembly 3.0, appendix A.7, and the explainers of the threads, legacy exception handling, wide
 * arithmetic and stack switching proposals.
 */
public final class RefusedInstructions {
    private static final int PREFIX_GC = 0xFB;
    private static final int PREFIX_THREADS = 0xFE;
    private static final int FIRST_RELAXED_SIMD = 0x100;
    private static final int LAST_RELAXED_SIMD = 0x12F;
    private static final int FIRST_ATOMIC_ACCESS = 0x10;

    private static final Map<Integer, String> LEGACY_EXCEPTIONS =
            Map.of(0x06, "try", 0x07, "catch", 0x09, "rethrow", 0x18, "delegate", 0x19, "catch_all");

    private static final int FIRST_STACK_SWITCHING = 0xE0;
    private static final List<String> STACK_SWITCHING = words("""
            cont.new cont.bind suspend resume resume_throw resume_throw_ref switch""");

    private static final int FIRST_WIDE_ARITHMETIC = 0x13;
    private static final List<String> WIDE_ARITHMETIC = words("""
            i64.add128 i64.sub128 i64.mul_wide_s i64.mul_wide_u""");

    private static final List<String> GC = words("""
            struct.new struct.new_default struct.get struct.get_s struct.get_u struct.set array.new array.new_default
            array.new_fixed array.new_data array.new_elem array.get array.get_s array.get_u array.set array.len array.fill
            array.copy array.init_data array.init_elem ref.test ref.test_null ref.cast ref.cast_null br_on_cast
            br_on_cast_fail any.convert_extern extern.convert_any ref.i31 i31.get_s i31.get_u""");

    private static final List<String> ATOMIC_WAITING = words("""
            memory.atomic.notify memory.atomic.wait32 memory.atomic.wait64 atomic.fence""");

    private static final List<String> ATOMIC_ACCESS = words("""
            i32.atomic.load i64.atomic.load i32.atomic.load8_u i32.atomic.load16_u i64.atomic.load8_u i64.atomic.load16_u
            i64.atomic.load32_u i32.atomic.store i64.atomic.store i32.atomic.store8 i32.atomic.store16 i64.atomic.store8
            i64.atomic.store16 i64.atomic.store32""");

    private static final int FIRST_ATOMIC_UPDATE = FIRST_ATOMIC_ACCESS + 14;
    private static final List<String> ATOMIC_UPDATES = words("add sub and or xor xchg cmpxchg");
    private static final List<String> ATOMIC_UPDATE_FORMS = words("""
            i32.atomic.rmw.%s i64.atomic.rmw.%s i32.atomic.rmw8.%s_u i32.atomic.rmw16.%s_u i64.atomic.rmw8.%s_u
            i64.atomic.rmw16.%s_u i64.atomic.rmw32.%s_u""");

    private RefusedInstructions() {}

    private record Named(Feature feature, String text) {}

    /** Returns the refusal of an opcode byte that {@link Opcode} does not list and that is not a decodable prefix. */
    public static ModuleRefused plain(long offset, int opcodeByte) {
        String legacy = LEGACY_EXCEPTIONS.get(opcodeByte);
        if (legacy != null) {
            return ModuleRefused.feature(offset, Feature.LEGACY_EXCEPTIONS, legacy);
        }
        if (opcodeByte == 0xD3) {
            return ModuleRefused.feature(offset, Feature.GC, "ref.eq");
        }
        String switching = at(STACK_SWITCHING, opcodeByte - FIRST_STACK_SWITCHING);
        if (switching != null) {
            return ModuleRefused.feature(offset, Feature.STACK_SWITCHING, switching);
        }
        return ModuleRefused.malformed(offset, String.format(Locale.ROOT, "0x%02x is not an opcode", opcodeByte));
    }

    /** Whether this byte is the prefix of instructions that are known at least by name. */
    public static boolean isPrefix(int opcodeByte) {
        return opcodeByte >= PREFIX_GC && opcodeByte <= PREFIX_THREADS;
    }

    /** Returns the refusal of a prefixed opcode that {@link Opcode} does not list. */
    static ModuleRefused prefixed(long offset, int prefix, long number) {
        Named named = switch (prefix) {
            case PREFIX_GC -> named(Feature.GC, at(GC, number));
            case Opcode.PREFIX_MISC ->
                named(Feature.WIDE_ARITHMETIC, at(WIDE_ARITHMETIC, number - FIRST_WIDE_ARITHMETIC));
            case Opcode.PREFIX_VECTOR -> relaxedSimd(number);
            case PREFIX_THREADS -> named(Feature.THREADS, atomic(number));
            default -> null;
        };
        return named == null
                ? ModuleRefused.malformed(
                        offset, String.format(Locale.ROOT, "0x%02x 0x%02x is not an opcode", prefix, number))
                : ModuleRefused.feature(offset, named.feature, named.text);
    }

    private static @Nullable Named named(Feature feature, @Nullable String text) {
        return text == null ? null : new Named(feature, text);
    }

    private static @Nullable Named relaxedSimd(long number) {
        return number >= FIRST_RELAXED_SIMD && number <= LAST_RELAXED_SIMD
                ? new Named(Feature.RELAXED_SIMD, String.format(Locale.ROOT, "opcode 0xfd 0x%x", number))
                : null;
    }

    private static @Nullable String atomic(long number) {
        if (number < FIRST_ATOMIC_ACCESS) {
            return at(ATOMIC_WAITING, number);
        }
        if (number < FIRST_ATOMIC_UPDATE) {
            return at(ATOMIC_ACCESS, number - FIRST_ATOMIC_ACCESS);
        }
        long update = number - FIRST_ATOMIC_UPDATE;
        int forms = ATOMIC_UPDATE_FORMS.size();
        String operator = at(ATOMIC_UPDATES, update / forms);
        return operator == null
                ? null
                : String.format(Locale.ROOT, ATOMIC_UPDATE_FORMS.get((int) (update % forms)), operator);
    }

    private static @Nullable String at(List<String> names, long index) {
        return index >= 0 && index < names.size() ? names.get((int) index) : null;
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }
}
