package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes JSON Schemas for a manifest of the schemas in a document: references are replaced by what they name, the words of OpenAPI 3.0 by
 * those of JSON Schema. What is deeper or larger than its bounds is left open, which permits any value. Patterns are left out, since their
 * dialects differ.
 */
final class ApiSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LONGEST_DESCRIPTION = 200;
    private static final List<String> COPIED =
            List.of("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "multipleOf", "format");

    private final ApiDocument document;
    private final String unwanted;
    private int left;

    private ApiSchemas(ApiDocument document, String unwanted, int most) {
        this.document = document;
        this.unwanted = unwanted;
        this.left = most;
    }

    /** Returns the schema of what a caller sends, with at most 500 parts. */
    static ObjectNode sent(ApiDocument document, JsonNode schema) {
        return new ApiSchemas(document, "readOnly", 500).schema(schema, 6);
    }

    /** Returns the schema of what a service answers, with at most 200 parts. */
    static ObjectNode answered(ApiDocument document, JsonNode schema) {
        return new ApiSchemas(document, "writeOnly", 200).schema(schema, 3);
    }

    private ObjectNode schema(JsonNode written, int depth) {
        JsonNode schema = document.resolved(written);
        ObjectNode made = JSON.objectNode();
        if (!schema.isObject() || left-- <= 0) {
            return made;
        }
        describe(schema, made);
        if (schema.has("allOf")) {
            return merged(schema, made, depth);
        }
        Optional<JsonNode> only = onlyAlternative(schema);
        if (only.isPresent()) {
            ObjectNode inner = schema(only.get(), depth);
            inner.setAll(made);
            return inner;
        }
        String type = type(schema);
        if (type.isEmpty()) {
            return made;
        }
        typed(schema, type, made, depth);
        return made;
    }

    private void typed(JsonNode schema, String type, ObjectNode made, int depth) {
        if (isNullable(schema)) {
            made.putArray("type").add(type).add("null");
        } else {
            made.put("type", type);
            values(schema, made);
        }
        bounds(schema, made);
        COPIED.stream()
                .filter(schema::has)
                .filter(word -> !schema.path(word).isNull())
                .forEach(word -> made.set(word, schema.path(word)));
        if (type.equals("array") && depth > 0 && left > 0) {
            ObjectNode items = schema(schema.path("items"), depth - 1);
            if (!items.isEmpty()) {
                made.set("items", items);
            }
        } else if (type.equals("object")) {
            members(members(schema, depth), schema.path("additionalProperties"), made, depth);
        }
    }

    private void members(Members members, JsonNode others, ObjectNode made, int depth) {
        if (depth > 0 && !members.properties.isEmpty()) {
            ObjectNode properties = made.putObject("properties");
            members.properties.forEach((name, schema) -> {
                if (left > 0) {
                    properties.set(name, schema(schema, depth - 1));
                }
            });
            ArrayNode required = JSON.arrayNode();
            members.required.stream().filter(properties::has).forEach(required::add);
            if (!required.isEmpty()) {
                made.set("required", required);
            }
        } else if (depth > 0 && others.isObject() && left > 0) {
            ObjectNode values = schema(others, depth - 1);
            if (!values.isEmpty()) {
                made.set("additionalProperties", values);
            }
        }
    }

    /** The members of an object, with those of the objects that it extends. */
    private record Members(Map<String, JsonNode> properties, Set<String> required) {}

    private Members members(JsonNode schema, int depth) {
        Members members = new Members(new LinkedHashMap<>(), new LinkedHashSet<>());
        collect(schema, members, depth);
        return members;
    }

    private void collect(JsonNode written, Members members, int depth) {
        JsonNode schema = document.resolved(written);
        if (depth < 0 || left-- <= 0) {
            return;
        }
        schema.path("allOf").forEach(part -> collect(part, members, depth - 1));
        schema.path("properties").properties().forEach(member -> {
            if (!document.resolved(member.getValue()).path(unwanted).asBoolean()) {
                members.properties.put(member.getKey(), member.getValue());
            }
        });
        schema.path("required").forEach(name -> members.required.add(name.asText()));
    }

    private ObjectNode merged(JsonNode schema, ObjectNode made, int depth) {
        JsonNode all = schema.path("allOf");
        if (all.size() == 1 && !schema.has("properties")) {
            ObjectNode inner = schema(all.path(0), depth);
            inner.setAll(made);
            return inner;
        }
        Members members = members(schema, depth);
        if (!members.properties.isEmpty()) {
            made.put("type", "object");
            members(members, JSON.missingNode(), made, depth);
        }
        return made;
    }

    /** Returns the one alternative beside null. */
    private static Optional<JsonNode> onlyAlternative(JsonNode schema) {
        for (String word : List.of("oneOf", "anyOf")) {
            JsonNode alternatives = schema.path(word);
            if (alternatives.size() == 1) {
                return Optional.of(alternatives.path(0));
            }
        }
        return Optional.empty();
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isTextual()) {
            return type.asText();
        }
        List<String> types = new ArrayList<>();
        type.forEach(entry -> types.add(entry.asText()));
        types.remove("null");
        if (types.size() == 1) {
            return types.get(0);
        }
        return types.isEmpty() && schema.has("properties") ? "object" : "";
    }

    private static boolean isNullable(JsonNode schema) {
        for (JsonNode type : schema.path("type")) {
            if (type.asText().equals("null")) {
                return true;
            }
        }
        return schema.path("nullable").asBoolean();
    }

    private static void values(JsonNode schema, ObjectNode made) {
        ArrayNode values = JSON.arrayNode();
        schema.path("enum").forEach(values::add);
        boolean plain = !values.isEmpty() && values.size() <= 100;
        for (JsonNode value : values) {
            plain &= value.isTextual() || value.isIntegralNumber() || value.isBoolean();
        }
        if (plain) {
            made.set("enum", values);
        }
    }

    /** In OpenAPI 3.0 an exclusive bound is a flag beside the bound; in 3.1 it is a number. */
    private static void bounds(JsonNode schema, ObjectNode made) {
        for (String side : List.of("inimum", "aximum")) {
            JsonNode bound = schema.path("m" + side);
            JsonNode exclusive = schema.path("exclusiveM" + side);
            if (fits(exclusive)) {
                made.set("exclusiveM" + side, exclusive);
            }
            if (fits(bound)) {
                made.set(exclusive.asBoolean() ? "exclusiveM" + side : "m" + side, bound);
            }
        }
    }

    private static boolean fits(JsonNode bound) {
        return bound.isNumber() && TomlText.inline(bound).isPresent();
    }

    /** Keeps what helps a person, and an example, with which conformance checks begin. */
    private static void describe(JsonNode schema, ObjectNode made) {
        String text = ApiText.oneLine(schema.path("description").asText(""), LONGEST_DESCRIPTION);
        if (!text.isEmpty()) {
            made.put("description", text);
        }
        JsonNode example = schema.has("example")
                ? schema.path("example")
                : schema.path("examples").path(0);
        boolean isOfType = switch (type(schema)) {
            case "string" -> example.isTextual();
            case "integer" -> example.isIntegralNumber();
            case "number" -> example.isNumber();
            default -> false;
        };
        if (isOfType
                && TomlText.inline(example)
                        .filter(toml -> toml.length() <= LONGEST_DESCRIPTION)
                        .isPresent()) {
            made.putArray("examples").add(example);
        }
    }
}
