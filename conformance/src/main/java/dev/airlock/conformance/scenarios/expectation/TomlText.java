package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.StrictJson;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes values as TOML. */
public final class TomlText {
    private static final int LINE = 100;
    private static final int MOST_LINES = 40;
    private static final String LINES = "'''";

    private TomlText() {}

    /**
     * Returns a JSON value in a form that a scenario reads back: as TOML on one line if it is short and TOML can express it, else as JSON
     * in a text.
     */
    public static String json(JsonNode value) {
        Optional<String> inline = inline(value).filter(text -> text.length() <= LINE && !value.isTextual());
        return inline.orElseGet(() -> "'''\n" + literal(StrictJson.writeIndented(value)) + "\n'''");
    }

    /** Returns a value as TOML on one line; empty if TOML cannot express it. */
    public static Optional<String> inline(JsonNode value) {
        if (value.isObject()) {
            Optional<String> members = joined(value.properties().stream()
                    .map(member -> inline(member.getValue()).map(text -> key(member.getKey()) + " = " + text))
                    .toList());
            return members.map(text -> text.isEmpty() ? "{}" : "{ " + text + " }");
        }
        if (value.isArray()) {
            return joined(StreamSupport.stream(value.spliterator(), false)
                            .map(TomlText::inline)
                            .toList())
                    .map(text -> "[" + text + "]");
        }
        if (value.isTextual()) {
            return Optional.of(value.textValue()).filter(TomlText::isWhole).map(TomlText::string);
        }
        boolean fits = value.isBoolean()
                || (value.isIntegralNumber() && value.canConvertToLong())
                || (value.isNumber() && value.asText().matches("-?[0-9]{1,9}\\.[0-9]{1,6}"));
        return fits ? Optional.of(value.asText()) : Optional.empty();
    }

    /**
     * Returns a text as TOML that is easy to read: between apostrophes if it has none, on separate lines if it has a few, else in quotation
     * marks.
     */
    public static String text(String text) {
        boolean isPlain = text.codePoints().allMatch(c -> c == '\n' || isPlain(c));
        if (isPlain && !text.contains("'") && !text.contains("\n")) {
            return "'" + text + "'";
        }
        boolean isLines = text.contains("\n") && text.lines().count() <= MOST_LINES;
        return isPlain && isLines && !text.contains(LINES) && !text.endsWith("'")
                ? LINES + "\n" + text + LINES
                : string(text);
    }

    /** Returns a text in quotation marks. */
    public static String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (isPlain(c)) {
                        out.appendCodePoint(c);
                    } else {
                        out.append(String.format(Locale.ROOT, "\\U%08X", c));
                    }
                }
            }
        });
        return out.append('"').toString();
    }

    /** Returns a key, in quotation marks if it needs them. */
    public static String key(String name) {
        return name.matches("[A-Za-z0-9_-]+") ? name : string(name);
    }

    /** Returns whether a character needs no escape in a file. */
    private static boolean isPlain(int c) {
        int type = Character.getType(c);
        return !Character.isISOControl(c) && type != Character.FORMAT && type != Character.SURROGATE;
    }

    /** Returns whether a text has no lone surrogate, which TOML cannot express. */
    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }

    private static Optional<String> joined(java.util.List<Optional<String>> parts) {
        return parts.stream().allMatch(Optional::isPresent)
                ? Optional.of(parts.stream().map(Optional::orElseThrow).collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    /** Returns JSON with escapes for the characters that a literal text of TOML cannot hold. */
    private static String literal(String json) {
        StringBuilder out = new StringBuilder();
        json.codePoints().forEach(c -> {
            if (c == '\n' || isPlain(c)) {
                out.appendCodePoint(c);
            } else {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            }
        });
        return out.toString().replace("'''", "\\u0027\\u0027\\u0027");
    }
}
