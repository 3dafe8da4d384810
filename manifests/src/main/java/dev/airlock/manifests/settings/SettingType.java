package dev.airlock.manifests.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The types of a setting's value, by JSON Schema's names. */
public enum SettingType {
    /** A text on one line, of 1 to 1,000 characters. */
    STRING("string"),
    /** A whole number of 64 bits. */
    INTEGER("integer"),
    /** A decimal number of up to 30 characters. */
    NUMBER("number"),
    /** {@code true} or {@code false}. */
    BOOLEAN("boolean");

    private static final int LONGEST = 1_000;
    private static final Pattern INTEGER_FORM = Pattern.compile("-?(0|[1-9][0-9]*)");
    private static final Pattern NUMBER_FORM = Pattern.compile("-?(0|[1-9][0-9]{0,13})(\\.[0-9]{1,14})?");
    private static final List<String> WORDS =
            Arrays.stream(values()).map(SettingType::word).toList();

    private final String word;

    SettingType(String word) {
        this.word = word;
    }

    /** Returns the word in {@code type}. */
    public String word() {
        return word;
    }

    /** Returns the value of a text that a person typed. */
    public Parsed<JsonNode> read(String text) {
        return switch (this) {
            case STRING -> text(text);
            case INTEGER -> integer(text);
            case NUMBER -> number(text);
            case BOOLEAN -> truth(text);
        };
    }

    /** Returns a JSON value if it is of this type. */
    public Parsed<JsonNode> check(JsonNode value) {
        boolean isOfType = switch (this) {
            case STRING -> value.isTextual();
            case INTEGER -> value.isIntegralNumber();
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
        };
        String text = value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
        return isOfType ? read(text) : wrong(text, "is not of type " + word, "write a value of that type");
    }

    /** Returns the type of that word. */
    static Parsed<SettingType> parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.word.equals(text))
                .findFirst()
                .<Parsed<SettingType>>map(Parsed::ok)
                .orElseGet(() -> Parsed.wrong(
                        "type " + Printable.quoted(text) + " is unknown",
                        Nearest.to(text, WORDS)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("use one of " + String.join(", ", WORDS))));
    }

    private static Parsed<JsonNode> text(String text) {
        if (text.isEmpty()) {
            return wrong(text, "is empty", "write a text");
        }
        if (text.length() > LONGEST) {
            return wrong(
                    text.substring(0, 20) + "…", "is longer than " + LONGEST + " characters", "write a shorter text");
        }
        return text.codePoints().allMatch(Printable::isPrintable)
                ? Parsed.ok(TextNode.valueOf(text))
                : wrong(text, "holds a character that cannot be shown on one line", "leave it out");
    }

    private static Parsed<JsonNode> integer(String text) {
        try {
            return INTEGER_FORM.matcher(text).matches()
                    ? Parsed.ok(LongNode.valueOf(Long.parseLong(text)))
                    : wrong(text, "is not a whole number", "write for instance 12");
        } catch (NumberFormatException tooLarge) {
            return wrong(text, "is not a whole number of 64 bits", "write a smaller one");
        }
    }

    private static Parsed<JsonNode> number(String text) {
        return NUMBER_FORM.matcher(text).matches()
                ? Parsed.ok(DecimalNode.valueOf(new BigDecimal(text)))
                : wrong(text, "is not a decimal number", "write for instance 0.5");
    }

    private static Parsed<JsonNode> truth(String text) {
        return text.equals("true") || text.equals("false")
                ? Parsed.ok(BooleanNode.valueOf(text.equals("true")))
                : wrong(text, "is neither true nor false", "write one of them");
    }

    private static <T> Parsed<T> wrong(String text, String what, String right) {
        return Parsed.wrong("value " + Printable.quoted(text) + " " + what, right);
    }
}
