package dev.airlock.runtime.actions.tools.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A connector's schema in a form that a model may read. It means the same. Its texts are cleaned and bounded, and keywords without meaning
 * are left out. If its names or values contain invisible characters or long texts, the schema is not shown at all.
 */
public final class ForeignSchema {
    private static final int LONGEST_PROSE = 200;
    private static final int LONGEST_VALUE = 500;
    private static final Set<String> PROSE = Set.of("description", "title");
    private static final String DEFAULT = "default";
    /** Keywords whose members are named schemas. */
    private static final Set<String> MAPS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");
    /** Keywords for one or several schemas. */
    private static final Set<String> SCHEMAS = Set.of(
            "prefixItems",
            "items",
            "contains",
            "additionalProperties",
            "propertyNames",
            "if",
            "then",
            "else",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "unevaluatedItems",
            "unevaluatedProperties",
            "contentSchema");
    /** Keywords for values. */
    private static final Set<String> VALUES = Set.of(
            "$schema",
            "$id",
            "$ref",
            "$anchor",
            "$dynamicRef",
            "$dynamicAnchor",
            "type",
            "const",
            "enum",
            "multipleOf",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "maxContains",
            "minContains",
            "maxProperties",
            "minProperties",
            "required",
            "dependentRequired",
            "format",
            "contentEncoding",
            "contentMediaType",
            "deprecated",
            "readOnly",
            "writeOnly");

    private final List<String> words = new ArrayList<>();
    private boolean isPlain = true;

    private ForeignSchema() {}

    /**
     * A schema that may be shown.
     *
     * @param schema the schema
     * @param words its texts, each with the place that it describes
     */
    public record Shown(JsonNode schema, List<String> words) {
        /** Copies the list. */
        public Shown {
            words = List.copyOf(words);
        }
    }

    /** Returns the schema in a form that may be shown; empty if there is none. */
    public static Optional<Shown> of(JsonNode schema) {
        ForeignSchema foreign = new ForeignSchema();
        JsonNode shown = foreign.cleaned(schema, "");
        return foreign.isPlain ? Optional.of(new Shown(shown, foreign.words)) : Optional.empty();
    }

    private JsonNode cleaned(JsonNode schema, String place) {
        if (schema instanceof ArrayNode list) {
            ArrayNode clean = JsonNodeFactory.instance.arrayNode();
            list.forEach(one -> clean.add(cleaned(one, place)));
            return clean;
        }
        if (!(schema instanceof ObjectNode node)) {
            return value(schema);
        }
        ObjectNode clean = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(field -> member(clean, field, place));
        return clean;
    }

    private void member(ObjectNode clean, Map.Entry<String, JsonNode> field, String place) {
        String keyword = field.getKey();
        JsonNode value = field.getValue();
        if (PROSE.contains(keyword)) {
            if (value.isTextual()) {
                String text = ForeignText.clean(value.textValue(), LONGEST_PROSE);
                words.add((place.isEmpty() ? "" : place + ": ") + ForeignText.quote(text));
                clean.put(keyword, text);
            }
        } else if (keyword.equals(DEFAULT)) {
            if (isPlain(value)) {
                clean.set(keyword, value);
            }
        } else if (MAPS.contains(keyword) && value instanceof ObjectNode map) {
            ObjectNode named = clean.putObject(keyword);
            map.properties().forEach(one -> {
                isPlain &= isPlain(one.getKey());
                named.set(one.getKey(), cleaned(one.getValue(), place + "/" + one.getKey()));
            });
        } else if (SCHEMAS.contains(keyword)) {
            clean.set(keyword, cleaned(value, place));
        } else if (VALUES.contains(keyword) || MAPS.contains(keyword)) {
            clean.set(keyword, value(value));
        }
    }

    private JsonNode value(JsonNode value) {
        isPlain &= isPlain(value);
        return value;
    }

    private static boolean isPlain(JsonNode value) {
        if (value.isTextual()) {
            return isPlain(value.textValue());
        }
        if (value instanceof ObjectNode object) {
            return object.properties().stream().allMatch(field -> isPlain(field.getKey()) && isPlain(field.getValue()));
        }
        for (JsonNode one : value) {
            if (!isPlain(one)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String text) {
        return text.equals(ForeignText.clean(text, LONGEST_VALUE));
    }
}
