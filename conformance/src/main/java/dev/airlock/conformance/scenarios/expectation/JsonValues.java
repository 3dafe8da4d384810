package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads JSON values in TOML: as TOML, or as JSON in a text where TOML cannot express them. */
public final class JsonValues {
    private JsonValues() {}

    /** Returns the value of a key. A text is parsed as JSON; any other value is used unchanged. */
    public static Optional<JsonNode> read(Section table, String key) {
        return table.json(key)
                .map(LocatedJson::value)
                .flatMap(value -> value.isTextual() ? json(table, key, value.textValue()) : Optional.of(value));
    }

    /** Returns a whole number; empty if the key is absent or holds something else. Reports the latter. */
    public static OptionalLong whole(Section table, String key) {
        Optional<Object> value = table.any(key);
        if (value.isPresent() && value.get() instanceof Long number) {
            return OptionalLong.of(number);
        }
        value.ifPresent(other -> table.wrongType(key, other, "a whole number"));
        return OptionalLong.empty();
    }

    /** Returns the values of a table by their keys: texts as they are, anything else as JSON. */
    public static Map<String, String> texts(Section table) {
        Map<String, String> texts = new TreeMap<>();
        for (String key : table.keys()) {
            table.json(key)
                    .map(LocatedJson::value)
                    .ifPresent(
                            value -> texts.put(key, value.isTextual() ? value.textValue() : StrictJson.write(value)));
        }
        return texts;
    }

    private static Optional<JsonNode> json(Section table, String key, String text) {
        try {
            return Optional.of(StrictJson.read(text));
        } catch (MalformedJsonException e) {
            table.problem(key, key + " is a text that is not JSON: " + e.getMessage(), "correct it, or write a table");
            return Optional.empty();
        }
    }
}
