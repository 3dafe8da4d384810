package dev.airlock.manifests.toml;

import dev.airlock.manifests.parsing.Nearest;
import dev.airlock.manifests.parsing.Printable;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlTable;

/**
 * The mistakes in a JSON Schema that can be told from intent: a type that does not exist, a value of the wrong type for a
 * well-known keyword, and a reference that leaves the document (which a validator might fetch).
 */
final class JsonSchemaRules {
    private static final List<String> TYPES =
            List.of("null", "boolean", "object", "array", "number", "string", "integer");
    private static final Set<String> MAPS_OF_SCHEMAS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    private static final Set<String> LISTS_OF_SCHEMAS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> SCHEMAS = Set.of(
            "items",
            "additionalProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "not",
            "if",
            "then",
            "else",
            "contains",
            "propertyNames");
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

    private final String name;
    private final ProblemList problems;

    JsonSchemaRules(String name, ProblemList problems) {
        this.name = name;
        this.problems = problems;
    }

    void check(TomlTable schema) {
        for (String keyword : schema.keySet()) {
            @Nullable Object value = schema.get(List.of(keyword));
            if (value != null) {
                keyword(keyword, value, problems.place(schema.inputPositionOf(List.of(keyword)), Position.START));
            }
        }
    }

    private void keyword(String keyword, Object value, Position at) {
        if (keyword.equals("type")) {
            type(value, at);
        } else if (REFERENCES.contains(keyword)) {
            reference(keyword, value, at);
        } else if (MAPS_OF_SCHEMAS.contains(keyword)) {
            mapOfSchemas(keyword, value, at);
        } else if (LISTS_OF_SCHEMAS.contains(keyword)) {
            listOfSchemas(keyword, value, at);
        } else if (SCHEMAS.contains(keyword)) {
            schema(keyword, value, at);
        } else if (keyword.equals("required") && !(value instanceof TomlArray list && isTexts(list))) {
            wrong(keyword, value, "a list of property names", at);
        } else if (keyword.equals("enum") && !(value instanceof TomlArray)) {
            wrong(keyword, value, "a list of values", at);
        }
    }

    private void type(Object value, Position at) {
        if (value instanceof TomlArray list) {
            for (int i = 0; i < list.size(); i++) {
                typeName(list.get(i), problems.place(list.inputPositionOf(i), at));
            }
        } else {
            typeName(value, at);
        }
    }

    private void typeName(Object value, Position at) {
        if (!(value instanceof String type)) {
            wrong("type", value, "the name of a JSON type", at);
        } else if (!TYPES.contains(type)) {
            String right = Nearest.to(type, TYPES)
                    .map(near -> "did you mean \"" + near + "\"?")
                    .orElse("known types are " + String.join(", ", TYPES));
            problems.add(at, name + " has the unknown type " + Printable.quoted(type), right);
        }
    }

    private void reference(String keyword, Object value, Position at) {
        if (!(value instanceof String target) || !target.startsWith("#")) {
            problems.add(
                    at,
                    name + " refers with " + keyword + " to another document",
                    "refer within the schema, for instance \"#/$defs/item\"");
        }
    }

    private void mapOfSchemas(String keyword, Object value, Position at) {
        if (!(value instanceof TomlTable map)) {
            wrong(keyword, value, "a table of schemas", at);
            return;
        }
        for (String key : map.keySet()) {
            @Nullable Object inner = map.get(List.of(key));
            if (inner != null) {
                schema(keyword + "." + key, inner, problems.place(map.inputPositionOf(List.of(key)), at));
            }
        }
    }

    private void listOfSchemas(String keyword, Object value, Position at) {
        if (!(value instanceof TomlArray list)) {
            wrong(keyword, value, "a list of schemas", at);
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            schema(keyword, list.get(i), problems.place(list.inputPositionOf(i), at));
        }
    }

    private void schema(String keyword, Object value, Position at) {
        if (value instanceof TomlTable inner) {
            check(inner);
        } else if (!(value instanceof Boolean)) {
            wrong(keyword, value, "a schema (a table)", at);
        }
    }

    private void wrong(String keyword, Object value, String wanted, Position at) {
        problems.add(at, name + ": " + Printable.quoted(keyword) + " is " + TomlTypes.name(value), "write " + wanted);
    }

    private static boolean isTexts(TomlArray list) {
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof String)) {
                return false;
            }
        }
        return true;
    }
}
