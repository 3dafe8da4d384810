package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a conversation is told of a tool call.
 *
 * @param toolCallId the call's id
 * @param kind what it came to, for the program
 * @param content what it came to, for the model
 */
public record ToolResult(String toolCallId, Kind kind, String content) {
    /** What a tool call can come to. */
    public enum Kind {
        /** The action succeeded. */
        SUCCEEDED,
        /** The action succeeded, and not all of it was done. */
        PARTIAL,
        /** The action failed, or was not run. */
        FAILED,
        /** The action was denied: a capability, or approval. */
        DENIED,
        /** The caller ended it. */
        CANCELLED,
        /** There is no such action. */
        UNKNOWN
    }

    /** Whether it is an error, where a protocol asks for that. */
    public boolean isError() {
        return kind != Kind.SUCCEEDED && kind != Kind.PARTIAL;
    }

    /** The message of a chat completion: {@code {"tool_call_id":…,"role":"tool","content":…}}. */
    public ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("tool_call_id", toolCallId)
                .put("role", "tool")
                .put("content", content);
    }
}
