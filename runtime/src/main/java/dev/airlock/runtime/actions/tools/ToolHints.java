package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What is declared about a tool's effects. Hints are for people and for whoever asks them; nothing is granted by one.
 *
 * @param readOnly whether all that it calls is declared to change nothing
 * @param idempotent whether all that it calls may be repeated
 * @param reversible whether all that it calls and that changes something can be undone
 */
public record ToolHints(boolean readOnly, boolean idempotent, boolean reversible) {
    /** Nothing is declared. */
    public static final ToolHints NONE = new ToolHints(false, false, false);

    /** What both have. */
    public ToolHints and(ToolHints other) {
        return new ToolHints(
                readOnly && other.readOnly, idempotent && other.idempotent, reversible && other.reversible);
    }

    /** The annotations of MCP; what is not declared is left to their defaults, which assume the worst. */
    ObjectNode annotations() {
        ObjectNode annotations = JsonNodeFactory.instance.objectNode();
        if (readOnly) {
            annotations.put("readOnlyHint", true);
        }
        if (idempotent || readOnly) {
            annotations.put("idempotentHint", true);
        }
        if (reversible || readOnly) {
            annotations.put("destructiveHint", false);
        }
        return annotations.put("openWorldHint", true);
    }
}
