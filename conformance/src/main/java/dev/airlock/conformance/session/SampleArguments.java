package dev.airlock.conformance.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.Operation;
import dev.airlock.runtime.schema.JsonShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Arguments that are valid for an operation's schema: the schema's first example, or else its required properties. Each property has the
 * first value that its schema offers (const, default, examples, enum) or a plain value of its type. Where a schema has alternatives, the
 * first one is used; if no value is valid, the values are a guess.
 */
public final class SampleArguments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 10;
    private static final List<String> TEXTS = List.of(
            "airlock",
            "AAA",
            "AA",
            "a",
            "1",
            "12345678",
            "2026-01-31",
            "2026-01-31T12:00:00Z",
            "https://example.com/",
            "airlock@example.com",
            "3f2c1a7e-5b64-4c1d-9a0f-2d6b8e4c7f10");

    private SampleArguments() {}

    public static ObjectNode of(Operation operation) {
        return operation.args().map(schema -> sample(schema, DEEPEST)).orElse(JSON.objectNode())
                        instanceof ObjectNode args
                ? args
                : JSON.objectNode();
    }

    /** Returns a value that is valid for a schema, made in the same way. */
    public static JsonNode value(JsonNode schema) {
        return sample(schema, DEEPEST);
    }

    /** Returns the properties that the operation declares, by name. */
    public static ObjectNode properties(Operation operation) {
        return operation.args().map(schema -> schema.path("properties")).orElse(JSON.objectNode())
                        instanceof ObjectNode properties
                ? properties
                : JSON.objectNode();
    }

    /** Returns the names of the properties that the operation requires. */
    public static List<String> required(Operation operation) {
        return operation.args().map(SampleArguments::required).orElse(List.of());
    }

    /** Returns the first value that the schema refuses because of its type; empty if it refuses none or gives no type. */
    public static Optional<JsonNode> illTyped(JsonNode schema) {
        return schema.has("type")
                ? Stream.<JsonNode>of(JSON.objectNode(), JSON.textNode("airlock"), JSON.numberNode(42))
                        .filter(value -> !suits(schema, value))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns whether the schema accepts the value; an unusable schema accepts none. */
    public static boolean suits(JsonNode schema, JsonNode value) {
        return JsonShape.read(schema) instanceof JsonShape.Reading.Usable usable
                && usable.shape().problems(value).isEmpty();
    }

    private static JsonNode sample(JsonNode schema, int depth) {
        return offered(schema).orElseGet(() -> depth == 0 ? JSON.nullNode() : ofType(schema, depth));
    }

    private static Optional<JsonNode> offered(JsonNode schema) {
        return Stream.of(
                        schema.path("const"),
                        schema.path("default"),
                        schema.path("examples").path(0),
                        schema.path("enum").path(0))
                .filter(value -> !value.isMissingNode())
                .findFirst();
    }

    private static JsonNode ofType(JsonNode schema, int depth) {
        JsonNode alternative = schema.has("oneOf") ? schema.path("oneOf") : schema.path("anyOf");
        if (!schema.has("type") && alternative.size() > 0) {
            return sample(alternative.path(0), depth - 1);
        }
        JsonNode type = schema.path("type");
        return switch ((type.isArray() ? type.path(0) : type).asText(schema.has("properties") ? "object" : "string")) {
            case "integer", "number" -> number(schema);
            case "boolean" -> JSON.booleanNode(true);
            case "array" -> array(schema, depth);
            case "object" -> object(schema, depth);
            case "null" -> JSON.nullNode();
            default -> text(schema);
        };
    }

    private static JsonNode number(JsonNode schema) {
        return Stream.of(JSON.numberNode(1), schema.path("minimum"), schema.path("maximum"), JSON.numberNode(100))
                .filter(JsonNode::isNumber)
                .filter(value -> suits(schema, value))
                .findFirst()
                .orElse(JSON.numberNode(1));
    }

    private static JsonNode text(JsonNode schema) {
        int least = Math.min(Math.max(schema.path("minLength").asInt(), 1), 1000);
        return Stream.concat(TEXTS.stream(), Stream.of("a".repeat(least)))
                .<JsonNode>map(JSON::textNode)
                .filter(value -> suits(schema, value))
                .findFirst()
                .orElse(JSON.textNode(TEXTS.get(0)));
    }

    private static ArrayNode array(JsonNode schema, int depth) {
        ArrayNode array = JSON.arrayNode();
        int size = Math.min(Math.max(schema.path("minItems").asInt(), 1), 10);
        for (int i = 0; i < size; i++) {
            array.add(sample(schema.path("items"), depth - 1));
        }
        return array;
    }

    private static ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = JSON.objectNode();
        for (String name : required(schema)) {
            object.set(name, sample(schema.path("properties").path(name), depth - 1));
        }
        return object;
    }

    private static List<String> required(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.path("required").forEach(name -> names.add(name.asText()));
        return names;
    }
}
