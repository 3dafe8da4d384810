package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionParameters;
import java.util.Optional;

/**
 * What a tool catalogue says of a tool.
 *
 * @param name its name: an action's, or that of an operation
 * @param description what a model chooses it by
 * @param parameters a JSON Schema of its inputs
 * @param result a JSON Schema of what {@link ToolResult#structured} has as {@code output}, where it is known
 * @param hints what is declared about its effects
 */
public record ToolDefinition(
        String name, String description, ObjectNode parameters, Optional<ObjectNode> result, ToolHints hints) {
    /** Of an action, as its file alone says it. */
    public static ToolDefinition of(Action action) {
        return new ToolDefinition(
                action.name(), action.description(), ActionParameters.schema(action), Optional.empty(), ToolHints.NONE);
    }

    /** {@code {"name":…,"description":…,"parameters":{…}}}. */
    public ObjectNode toJson() {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
        json.set("parameters", parameters.deepCopy());
        return json;
    }
}
