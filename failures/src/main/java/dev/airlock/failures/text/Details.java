package dev.airlock.failures.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Builds the {@code details} of a failure: plain JSON values, in the order in which they were put, never null. */
public final class Details {
    private final Map<String, Object> values = new LinkedHashMap<>();

    private Details() {}

    /** Returns no details yet. */
    public static Details none() {
        return new Details();
    }

    /**
     * Adds one value.
     *
     * @param value a String, Boolean, Integer, Long, finite Double, or a List or Map of these; whole numbers are kept as Long, so that a
     *     failure equals the one that is read back from its envelope
     * @throws IllegalArgumentException if the value is of another type
     */
    public Details put(String key, Object value) {
        values.put(key, unmodifiable(value, UnaryOperator.identity()));
        return this;
    }

    /** Adds the value unless it is an empty text. */
    public Details putIfPresent(String key, String value) {
        if (!value.isEmpty()) {
            put(key, value);
        }
        return this;
    }

    /** Adds other details; a key that is already present keeps its value. */
    public Details putAll(Details others) {
        others.values.forEach(values::putIfAbsent);
        return this;
    }

    public Map<String, Object> build() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static Map<String, Object> mapTexts(Map<String, Object> details, UnaryOperator<String> change) {
        Map<String, Object> out = new LinkedHashMap<>();
        details.forEach((key, value) -> out.put(key, unmodifiable(value, change)));
        return Collections.unmodifiableMap(out);
    }

    private static Object unmodifiable(Object value, UnaryOperator<String> change) {
        if (value instanceof String text) {
            return change.apply(text);
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof Boolean || value instanceof Long) {
            return value;
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(element -> copy.add(unmodifiable(element, change)));
            return Collections.unmodifiableList(copy);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, element) -> copy.put(change.apply((String) key), unmodifiable(element, change)));
            return Collections.unmodifiableMap(copy);
        }
        throw new IllegalArgumentException("not a value that JSON has: " + value);
    }
}
