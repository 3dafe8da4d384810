package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionParameters;
import java.util.Optional;

/**
 * The definition of a tool for a catalogue.
 *
 * @param name its name: that of an action or of an operation
 * @param description the text by which a model chooses it
 * @param parameters a JSON Schema of its inputs
 * @param result a JSON Schema of {@code output} in {@link ToolResult#structured}, where it is known
 * @param hints the declarations about its effects
 */
public record ToolDefinition(
        String name, String description, ObjectNode parameters, Optional<ObjectNode> result, ToolHints hints) {
    /** Returns the definition of an action from its file alone. */
    public static ToolDefinition of(Action action) {
        return new ToolDefinition(
                action.name(), action.description(), ActionParameters.schema(action), Optional.empty(), ToolHints.NONE);
    }

    /** Returns {@code {"name":…,"description":…,"parameters":{…}}}. */
    public ObjectNode toJson() {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
        json.set("parameters", parameters.deepCopy());
        return json;
    }
}
