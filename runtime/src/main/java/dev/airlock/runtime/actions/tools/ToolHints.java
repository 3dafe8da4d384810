package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Declarations about a tool's effects. Hints are for people and for approvers; they grant nothing.
 *
 * @param readOnly whether everything that it calls is declared to change nothing
 * @param idempotent whether everything that it calls may be repeated
 * @param reversible whether everything that it calls and that changes something can be undone
 */
public record ToolHints(boolean readOnly, boolean idempotent, boolean reversible) {
    /** No declarations. */
    public static final ToolHints NONE = new ToolHints(false, false, false);

    /** Returns the hints that both have. */
    public ToolHints and(ToolHints other) {
        return new ToolHints(
                readOnly && other.readOnly, idempotent && other.idempotent, reversible && other.reversible);
    }

    /** Returns MCP's annotations. Undeclared ones keep MCP's defaults, which assume the worst. */
    public ObjectNode annotations() {
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
