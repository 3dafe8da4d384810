package dev.airlock.runtime.actions.tools.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A schema in the form of OpenAI's strict mode: every property is required, an optional one may be null, and no object has others. A schema
 * that does not fit this form is not offered as strict.
 */
public final class StrictSchema {
    private static final int DEEPEST = 10;
    private static final int MOST_PROPERTIES = 100;
    private static final Set<String> KEPT = Set.of(
            "description",
            "title",
            "enum",
            "const",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minItems",
            "maxItems");
    /** Keywords that only Airlock checks. */
    private static final Set<String> DROPPED = Set.of(
            "minLength", "maxLength", "$schema", "additionalProperties", "required", "default", "examples", "format");

    private static final Set<String> READ = Set.of("type", "properties", "items");

    private int properties;

    private StrictSchema() {}

    /** Returns the schema in strict form; empty if that is impossible. */
    public static Optional<ObjectNode> of(ObjectNode schema) {
        return schema.path("type").asText().equals("object")
                        && schema.path("properties").isObject()
                ? new StrictSchema().strict(schema, 0)
                : Optional.empty();
    }

    private Optional<ObjectNode> strict(JsonNode schema, int depth) {
        if (!(schema instanceof ObjectNode node) || depth > DEEPEST || !isKnown(node)) {
            return Optional.empty();
        }
        ObjectNode strict = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(field -> {
            if (KEPT.contains(field.getKey())) {
                strict.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        strict.put("type", node.path("type").asText());
        if (node.has("default")) {
            strict.put(
                    "description",
                    (node.path("description").asText("") + " Default: " + StrictJson.write(node.get("default")) + ".")
                            .strip());
        }
        return switch (node.path("type").asText()) {
            case "object" -> object(node, strict, depth);
            case "array" -> strict(node.path("items"), depth + 1).map(items -> strict.set("items", items));
            default -> Optional.of(strict);
        };
    }

    private static boolean isKnown(ObjectNode node) {
        for (var fields = node.fieldNames(); fields.hasNext(); ) {
            String name = fields.next();
            if (!KEPT.contains(name) && !DROPPED.contains(name) && !READ.contains(name)) {
                return false;
            }
        }
        JsonNode more = node.path("additionalProperties");
        return node.path("type").isTextual() && (more.isMissingNode() || more.isBoolean());
    }

    private Optional<ObjectNode> object(ObjectNode node, ObjectNode strict, int depth) {
        if (!node.path("properties").isObject()) {
            return Optional.empty();
        }
        ObjectNode own = strict.putObject("properties");
        ArrayNode required = strict.putArray("required");
        for (Map.Entry<String, JsonNode> field : node.path("properties").properties()) {
            Optional<ObjectNode> property = strict(field.getValue(), depth + 1);
            properties++;
            if (property.isEmpty() || properties > MOST_PROPERTIES) {
                return Optional.empty();
            }
            required.add(field.getKey());
            own.set(field.getKey(), isRequired(node, field.getKey()) ? property.get() : orNull(property.get()));
        }
        strict.put("additionalProperties", false);
        return Optional.of(strict);
    }

    static boolean isRequired(JsonNode object, String property) {
        for (JsonNode name : object.path("required")) {
            if (name.asText().equals(property)) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode orNull(ObjectNode property) {
        if (property.get("enum") instanceof ArrayNode choices) {
            choices.addNull();
        }
        if (property.has("const")) {
            property.putArray("enum").add(property.remove("const")).addNull();
        }
        String type = property.path("type").asText();
        property.putArray("type").add(type).add("null");
        return property;
    }
}
