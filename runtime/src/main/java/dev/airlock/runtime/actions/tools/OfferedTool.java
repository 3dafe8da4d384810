package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import java.util.List;
import java.util.function.Function;

/**
 * A tool, and what is run for it.
 *
 * @param definition what a catalogue says of it
 * @param action what is run
 * @param inputs makes the action's inputs of the tool's arguments
 * @param problems what is wrong with the tool's arguments, each with its field, as far as the action's inputs do not say it
 */
record OfferedTool(
        ToolDefinition definition,
        Action action,
        Function<ObjectNode, JsonNode> inputs,
        Function<ObjectNode, List<String>> problems) {
    /** An action, whose inputs are the arguments. */
    static OfferedTool of(Action action) {
        return new OfferedTool(ToolDefinition.of(action), action, inputs -> inputs, inputs -> List.of());
    }

    /** Whether it is an operation of a connector, and no action of a file. */
    boolean isOperation() {
        return !definition.name().equals(action.name());
    }
}
