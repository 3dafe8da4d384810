package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.toml.LocatedJson;
import dev.airlock.manifests.toml.Section;
import java.util.Optional;
import java.util.OptionalLong;

/** JSON values in TOML: as TOML, or where TOML has no word for them, as JSON in a text. */
final class JsonValues {
    private JsonValues() {}

    /** The value of a key: a text is read as JSON, everything else is taken as it is. */
    static Optional<JsonNode> read(Section table, String key) {
        return table.json(key)
                .map(LocatedJson::value)
                .flatMap(value -> value.isTextual() ? json(table, key, value.textValue()) : Optional.of(value));
    }

    /** A whole number; empty if the key is absent or holds something else, which is reported. */
    static OptionalLong whole(Section table, String key) {
        Optional<Object> value = table.any(key);
        if (value.isPresent() && value.get() instanceof Long number) {
            return OptionalLong.of(number);
        }
        value.ifPresent(other -> table.wrongType(key, other, "a whole number"));
        return OptionalLong.empty();
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
