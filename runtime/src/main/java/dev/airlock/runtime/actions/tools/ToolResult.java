package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.actions.ActionOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a conversation is told of a tool call.
 *
 * @param toolCallId the call's id
 * @param kind what it came to, for the program
 * @param content what it came to, for the model
 * @param outcome what the action came to: its steps, its effect, what each of them may have changed; empty if the host was closing
 */
public record ToolResult(String toolCallId, Kind kind, String content, Optional<ActionOutcome> outcome) {
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
        UNKNOWN;

        /** The name in documents. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether it is an error, where a protocol asks for that. A cancellation is none: its caller wanted it. */
    public boolean isError() {
        return kind == Kind.FAILED || kind == Kind.DENIED || kind == Kind.UNKNOWN;
    }

    /** Where the audit log keeps the call; empty if the host was closing. */
    public Optional<AuditId> auditId() {
        return outcome.map(ActionOutcome::auditId);
    }

    /** When an earlier call came to this, so that nothing was done now; empty if something was. */
    public Optional<Instant> recorded() {
        return outcome.flatMap(ActionOutcome::recorded);
    }

    /** What the call may have changed; empty if it succeeded. */
    public Optional<SideEffects> sideEffects() {
        return outcome.flatMap(ActionOutcome::sideEffects);
    }

    /** The idempotency key that those of its steps are made of; empty if each step drew its own. */
    public Optional<String> key() {
        return outcome.flatMap(ActionOutcome::key);
    }

    /** Where a person finds what did not work out, as far as that waits for one. */
    public List<String> reviews() {
        return outcome.map(ActionOutcome::reviews).orElse(List.of());
    }

    /**
     * What it came to, for the program: the outcome, what each step came to and where the audit log keeps it, what may have changed and
     * what can be undone. Nothing is cut. {@code src/abi/tool-result.schema.json} publishes its form.
     */
    public ObjectNode structured() {
        return ToolDocument.of(this);
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
