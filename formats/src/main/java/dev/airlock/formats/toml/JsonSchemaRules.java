package dev.airlock.formats.toml;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.List;
import java.util.Set;

/**
 * Finds the mistakes in a JSON Schema that cannot be intended: a type that does not exist, a value of the wrong type for a well-known
 * keyword, and a reference that leaves the document (which a validator might fetch).
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

    void check(TableNode schema) {
        schema.members().forEach((keyword, member) -> keyword(keyword, member.value(), member.at()));
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
        } else if (keyword.equals("required") && !(value instanceof ListNode list && isTexts(list))) {
            wrong(keyword, value, "a list of property names", at);
        } else if (keyword.equals("enum") && !(value instanceof ListNode)) {
            wrong(keyword, value, "a list of values", at);
        }
    }

    private void type(Object value, Position at) {
        if (value instanceof ListNode list) {
            list.elements().forEach(element -> typeName(element.value(), element.at()));
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
        if (!(value instanceof TableNode map)) {
            wrong(keyword, value, "a table of schemas", at);
            return;
        }
        map.members().forEach((key, member) -> schema(keyword + "." + key, member.value(), member.at()));
    }

    private void listOfSchemas(String keyword, Object value, Position at) {
        if (!(value instanceof ListNode list)) {
            wrong(keyword, value, "a list of schemas", at);
            return;
        }
        list.elements().forEach(element -> schema(keyword, element.value(), element.at()));
    }

    private void schema(String keyword, Object value, Position at) {
        if (value instanceof TableNode inner) {
            check(inner);
        } else if (!(value instanceof Boolean)) {
            wrong(keyword, value, "a schema (a table)", at);
        }
    }

    private void wrong(String keyword, Object value, String wanted, Position at) {
        problems.add(at, name + ": " + Printable.quoted(keyword) + " is " + TomlTypes.name(value), "write " + wanted);
    }

    private static boolean isTexts(ListNode list) {
        return list.elements().stream().allMatch(element -> element.value() instanceof String);
    }
}
