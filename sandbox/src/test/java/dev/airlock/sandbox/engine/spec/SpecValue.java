package dev.airlock.sandbox.engine.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A value as the suite writes it: a type, and the bits as an unsigned decimal number or a word.
 *
 * <p>If the suite asks for a canonical or arithmetic NaN, any NaN is accepted: the engine computes with the JVM's
 * floats, and whether these set the quiet bit depends on the JIT compiler, metered or not.
 */
record SpecValue(String type, String text) {
    private static final long NULL_REFERENCE = -1;

    static SpecValue of(JsonNode node) {
        return new SpecValue(node.get("type").asText(), node.path("value").asText("any"));
    }

    static long[] raw(JsonNode values) {
        long[] raw = new long[values.size()];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = of(values.get(i)).raw();
        }
        return raw;
    }

    static boolean match(JsonNode expected, long[] actual) {
        List<SpecValue> values = new ArrayList<>();
        expected.forEach(value -> values.add(of(value)));
        if (values.size() != actual.length) {
            return false;
        }
        for (int i = 0; i < actual.length; i++) {
            if (!values.get(i).matches(actual[i])) {
                return false;
            }
        }
        return true;
    }

    private long raw() {
        if (text.equals("null")) {
            return NULL_REFERENCE;
        }
        return type.equals("i32") || type.equals("f32") ? Integer.parseUnsignedInt(text) : Long.parseUnsignedLong(text);
    }

    private boolean matches(long actual) {
        return switch (text) {
            case "nan:canonical", "nan:arithmetic" ->
                isNarrow()
                        ? Float.isNaN(Float.intBitsToFloat((int) actual))
                        : Double.isNaN(Double.longBitsToDouble(actual));
            case "any" -> actual != NULL_REFERENCE;
            default -> isNarrow() ? (int) actual == (int) raw() : actual == raw();
        };
    }

    private boolean isNarrow() {
        return type.equals("i32") || type.equals("f32");
    }
}
