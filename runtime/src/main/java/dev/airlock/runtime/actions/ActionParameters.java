package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.Input;

/** The inputs of an action as a JSON Schema (draft 2020-12), for tool catalogues and for validation. */
public final class ActionParameters {
    private ActionParameters() {}

    /** Returns the schema of an action's inputs: an object with a property for each input, and no others. */
    public static ObjectNode schema(Action action) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        for (Input input : action.inputs()) {
            properties.set(input.name(), property(input));
            if (input.required()) {
                required.add(input.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    /** Returns the inputs, with defaults for those that are missing. */
    static ObjectNode withDefaults(Action action, ObjectNode inputs) {
        ObjectNode whole = inputs.deepCopy();
        for (Input input : action.inputs()) {
            if (!whole.has(input.name())) {
                input.standard().ifPresent(value -> whole.set(input.name(), value.deepCopy()));
            }
        }
        return whole;
    }

    private static ObjectNode property(Input input) {
        ObjectNode property = JsonNodeFactory.instance
                .objectNode()
                .put("type", input.type().word())
                .put("description", input.description());
        input.label().ifPresent(label -> property.put("title", label));
        input.itemsType().ifPresent(type -> property.putObject("items").put("type", type.word()));
        if (!input.choices().isEmpty()) {
            input.choices().forEach(property.putArray("enum")::add);
        }
        input.standard().ifPresent(value -> property.set("default", value.deepCopy()));
        return property;
    }
}
