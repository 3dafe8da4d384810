package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionParameters;

/**
 * What a tool catalogue says of an action.
 *
 * @param name the action's name
 * @param description what a model chooses it by
 * @param parameters a JSON Schema of its inputs
 */
public record ToolDefinition(String name, String description, ObjectNode parameters) {
    /** Of an action. */
    public static ToolDefinition of(Action action) {
        return new ToolDefinition(action.name(), action.description(), ActionParameters.schema(action));
    }

    /** {@code {"name":…,"description":…,"parameters":{…}}}. */
    public ObjectNode toJson() {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
        json.set("parameters", parameters.deepCopy());
        return json;
    }
}
