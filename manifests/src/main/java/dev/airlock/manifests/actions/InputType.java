package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import java.util.Arrays;
import java.util.List;

/** The types of an input's value, by JSON Schema's names. */
public enum InputType {
    STRING("string"),
    INTEGER("integer"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    ARRAY("array"),
    OBJECT("object");

    private static final List<String> WORDS =
            Arrays.stream(values()).map(InputType::word).toList();

    private final String word;

    InputType(String word) {
        this.word = word;
    }

    /** Returns the word in {@code type}. */
    public String word() {
        return word;
    }

    /** Returns the type of that word. */
    static Parsed<InputType> parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.word.equals(text))
                .findFirst()
                .<Parsed<InputType>>map(Parsed::ok)
                .orElseGet(() -> Parsed.wrong(
                        "type " + Printable.quoted(text) + " is unknown",
                        Nearest.to(text, WORDS)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("types are " + String.join(", ", WORDS))));
    }

    /** Returns whether the value is of this type. */
    public boolean takes(JsonNode value) {
        return switch (this) {
            case STRING -> value.isTextual();
            case INTEGER -> value.isIntegralNumber();
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case ARRAY -> value.isArray();
            case OBJECT -> value.isObject();
        };
    }

    /** Returns whether a text can hold such a value. */
    boolean isScalar() {
        return this != ARRAY && this != OBJECT;
    }
}
