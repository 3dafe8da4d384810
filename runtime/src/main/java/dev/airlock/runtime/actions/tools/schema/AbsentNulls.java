package dev.airlock.runtime.actions.tools.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** Treats null as absent for optional properties, because models in strict mode write null for them. */
public final class AbsentNulls {
    private AbsentNulls() {}

    /** Returns the arguments without the nulls of optional properties that cannot be null. */
    public static ObjectNode without(ObjectNode arguments, JsonNode schema) {
        ObjectNode copy = arguments.deepCopy();
        drop(copy, schema);
        return copy;
    }

    private static void drop(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            List<String> absent = object.properties().stream()
                    .filter(field -> field.getValue().isNull())
                    .map(Map.Entry::getKey)
                    .filter(name -> isOptional(schema, name))
                    .toList();
            object.remove(absent);
            object.properties()
                    .forEach(field ->
                            drop(field.getValue(), schema.path("properties").path(field.getKey())));
        } else if (value instanceof ArrayNode array) {
            array.forEach(item -> drop(item, schema.path("items")));
        }
    }

    private static boolean isOptional(JsonNode schema, String name) {
        JsonNode property = schema.path("properties").path(name);
        return property.path("type").isTextual()
                && !property.path("type").asText().equals("null")
                && !StrictSchema.isRequired(schema, name);
    }
}
