package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.StrictJson;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Writes values as TOML. */
final class TomlText {
    private static final int LINE = 100;

    private TomlText() {}

    /** A JSON value that a scenario reads back: as TOML on one line if it is short and TOML can say it, else as JSON in a text. */
    static String json(JsonNode value) {
        Optional<String> inline = inline(value).filter(text -> text.length() <= LINE && !value.isTextual());
        return inline.orElseGet(() -> "'''\n" + literal(StrictJson.writeIndented(value)) + "\n'''");
    }

    /** A value as TOML on one line; empty if it holds what TOML does not have. */
    static Optional<String> inline(JsonNode value) {
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
            return Optional.of(string(value.textValue()));
        }
        boolean fits = value.isBoolean()
                || (value.isIntegralNumber() && value.canConvertToLong())
                || (value.isNumber() && value.asText().matches("-?[0-9]{1,9}\\.[0-9]{1,6}"));
        return fits ? Optional.of(value.asText()) : Optional.empty();
    }

    /** A text in quotation marks. */
    static String string(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                        out.append(String.format(Locale.ROOT, "\\U%08X", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }

    /** A key, in quotation marks if it needs them. */
    static String key(String name) {
        return name.matches("[A-Za-z0-9_-]+") ? name : string(name);
    }

    private static Optional<String> joined(java.util.List<Optional<String>> parts) {
        return parts.stream().allMatch(Optional::isPresent)
                ? Optional.of(parts.stream().map(Optional::orElseThrow).collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    /** JSON without what a literal text of TOML cannot hold. */
    private static String literal(String json) {
        StringBuilder out = new StringBuilder();
        json.codePoints().forEach(c -> {
            boolean plain = c == '\n' || !(Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
            if (plain) {
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
