package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.Action;
import java.util.List;
import java.util.function.Function;

/**
 * A tool and its action.
 *
 * @param definition its definition for a catalogue
 * @param action the action to run
 * @param inputs converts the tool's arguments to the action's inputs
 * @param problems returns the problems of the tool's arguments, each with its field, beyond those that the action's inputs report
 */
record OfferedTool(
        ToolDefinition definition,
        Action action,
        Function<ObjectNode, JsonNode> inputs,
        Function<ObjectNode, List<String>> problems) {
    /** Returns the tool of an action, whose inputs are the arguments. */
    static OfferedTool of(Action action) {
        return new OfferedTool(ToolDefinition.of(action), action, inputs -> inputs, inputs -> List.of());
    }

    /** Returns whether it is an operation of a connector, not an action of a file. */
    boolean isOperation() {
        return !definition.name().equals(action.name());
    }
}
