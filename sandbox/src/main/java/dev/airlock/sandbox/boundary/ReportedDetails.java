package dev.airlock.sandbox.boundary;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.text.ForeignText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The {@code details} of a connector's error, made safe to pass on: every text cleaned and without secrets, and all of
 * them together at most {@value #MAX_BYTES} bytes of JSON, {@value #MAX_LEVELS} levels deep. From the first value that
 * does not fit the rest is left out, and {@value #CUT} marks each place with an omission. Nulls are left out: details
 * never hold any.
 */
final class ReportedDetails {
    /** The most bytes of JSON. */
    static final int MAX_BYTES = 16 << 10;
    /** The deepest nesting of objects and lists. */
    static final int MAX_LEVELS = 32;
    /** The mark of an omission: the last element of a list, the last name of an object. */
    static final String CUT = "…";

    /** The room that an open list or object keeps for its mark and its end: {@code ,"…":"…"}}. */
    private static final int CUT_BYTES = 16;

    private final UnaryOperator<String> scrub;
    private int left = MAX_BYTES;
    private int level;
    private boolean full;

    /** @param scrub removes the secrets of the call from a text */
    ReportedDetails(UnaryOperator<String> scrub) {
        this.scrub = scrub;
    }

    /** Returns the details as plain values; empty if they are. */
    Optional<Object> of(JsonNode given) {
        return value(given).filter(value -> !isEmpty(value));
    }

    private static boolean isEmpty(Object value) {
        return (value instanceof Map<?, ?> map && map.isEmpty()) || (value instanceof List<?> list && list.isEmpty());
    }

    /** Returns the value if it is not null and begins within what is left. */
    private Optional<Object> value(JsonNode node) {
        if (node.isContainerNode()) {
            return container(node);
        }
        if (node.isBoolean()) {
            return takes("false".length()) ? Optional.of(node.booleanValue()) : Optional.empty();
        }
        if (node.isNumber()) {
            return number(node);
        }
        return node.isTextual() ? text(node.textValue()).map(text -> text) : Optional.empty();
    }

    private Optional<Object> container(JsonNode node) {
        full |= level == MAX_LEVELS;
        if (!takes(CUT_BYTES)) {
            return Optional.empty();
        }
        level++;
        Object whole = node.isObject() ? object(node) : list(node);
        level--;
        return Optional.of(whole);
    }

    private Map<String, Object> object(JsonNode node) {
        Map<String, Object> out = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (field.getValue().isNull()) {
                continue;
            }
            Optional<String> name = text(field.getKey());
            Optional<Object> value = name.isPresent() ? value(field.getValue()) : Optional.empty();
            value.ifPresent(known -> out.put(name.orElseThrow(), known));
            if (full) {
                out.putIfAbsent(CUT, CUT);
                break;
            }
        }
        return out;
    }

    private List<Object> list(JsonNode node) {
        List<Object> out = new ArrayList<>();
        for (JsonNode element : node) {
            value(element).ifPresent(out::add);
            if (full) {
                out.add(CUT);
                break;
            }
        }
        return out;
    }

    /** Returns a number that details can hold exactly, else its digits as a text. */
    private Optional<Object> number(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return takes(bytes(node.asText())) ? Optional.of(node.longValue()) : Optional.empty();
        }
        double rounded = node.doubleValue();
        boolean isExact =
                Double.isFinite(rounded) && BigDecimal.valueOf(rounded).compareTo(node.decimalValue()) == 0;
        if (isExact) {
            return takes(bytes(Double.toString(rounded))) ? Optional.of(rounded) : Optional.empty();
        }
        return text(node.asText()).map(text -> text);
    }

    private Optional<String> text(String foreign) {
        String cleaned = ForeignText.clean(scrub.apply(ForeignText.clean(scrub.apply(foreign), foreign.length() + 1)));
        return takes(bytes(cleaned) + 2) ? Optional.of(cleaned) : Optional.empty();
    }

    /** The length as JSON writes it: quotation marks and backslashes are preceded by a backslash. */
    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            bytes += bytes(character);
            i += Character.charCount(character);
        }
        return bytes;
    }

    /** The length of a character in UTF-8; an unpaired surrogate becomes a question mark there. */
    private static int bytes(int character) {
        if (character < 0x80) {
            return character == '"' || character == '\\' ? 2 : 1;
        }
        if (character < 0x800) {
            return 2;
        }
        boolean isHalf = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        return isHalf ? 1 : Character.isBmpCodePoint(character) ? 3 : 4;
    }

    /** Takes that many bytes and one for the separator. Returns false once something did not fit. */
    private boolean takes(int bytes) {
        full |= bytes + 1 > left;
        if (!full) {
            left -= bytes + 1;
        }
        return !full;
    }
}
