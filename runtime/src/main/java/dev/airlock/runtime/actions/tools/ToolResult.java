package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.actions.ActionOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a tool call for a conversation.
 *
 * @param toolCallId the call's id
 * @param kind the kind of result, for the program
 * @param content the result, for the model
 * @param outcome the outcome of the action: its steps, and their possible side effects; empty if the host was closing
 */
public record ToolResult(String toolCallId, Kind kind, String content, Optional<ActionOutcome> outcome) {
    /** The kinds of results. */
    public enum Kind {
        /** The action succeeded. */
        SUCCEEDED,
        /** The action succeeded, but not all of it was done. */
        PARTIAL,
        /** The action failed, or was not run. */
        FAILED,
        /** The action was denied: a capability or approval is missing. */
        DENIED,
        /** The caller cancelled it. */
        CANCELLED,
        /** The action does not exist. */
        UNKNOWN;

        /** Returns the name in documents. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns whether it is an error, for protocols that ask. A cancellation is not, because the caller wanted it. */
    public boolean isError() {
        return kind == Kind.FAILED || kind == Kind.DENIED || kind == Kind.UNKNOWN;
    }

    /** Returns the call's id in the audit log; empty if the host was closing. */
    public Optional<AuditId> auditId() {
        return outcome.map(ActionOutcome::auditId);
    }

    /** Returns when an earlier call had this result, so that nothing was done now; empty if something was. */
    public Optional<Instant> recorded() {
        return outcome.flatMap(ActionOutcome::recorded);
    }

    /** Returns the call's possible side effects; empty if it succeeded. */
    public Optional<SideEffects> sideEffects() {
        return outcome.flatMap(ActionOutcome::sideEffects);
    }

    /** Returns the idempotency key from which those of its steps are derived; empty if each step had a random one. */
    public Optional<String> key() {
        return outcome.flatMap(ActionOutcome::key);
    }

    /** Returns the ids of the reviews of its failures, if any wait for a person. */
    public List<String> reviews() {
        return outcome.map(ActionOutcome::reviews).orElse(List.of());
    }

    /**
     * Returns the result for the program: the outcome, the result and audit id of each step, the possible side effects and the reversals.
     * Nothing is truncated. {@code src/abi/tool-result.schema.json} defines its form.
     */
    public ObjectNode structured() {
        return ToolDocument.of(this);
    }

    /** Returns the message of a chat completion: {@code {"tool_call_id":…,"role":"tool","content":…}}. */
    public ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("tool_call_id", toolCallId)
                .put("role", "tool")
                .put("content", content);
    }
}
