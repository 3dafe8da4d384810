package dev.airlock.runtime.actions.tools;

import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.recovery.call.CallTerms;
import dev.airlock.runtime.recovery.call.OnTerms;

/**
 * A tool call of a model, with the host's terms.
 *
 * <p>Example: {@code new ToolCall("call_1", "pay", "{…}").actingFor("agent-7").inConversation("thread-42").inForeground()}.
 *
 * @param id the call's id in the conversation, which its result repeats
 * @param name the tool's name, as the model wrote it
 * @param arguments a JSON object as text, as the model wrote it; blank means an empty one
 * @param terms the actor, the conversation, the idempotency key, and whether a person waits
 */
public record ToolCall(String id, String name, String arguments, CallTerms terms) implements OnTerms<ToolCall> {
    /** @throws IllegalArgumentException if there is a key that is not valid for an action */
    public ToolCall {
        ActionCall.requireKey(terms);
    }

    /** Creates a call on the standard terms: in the background, in no conversation, without a key. */
    public ToolCall(String id, String name, String arguments) {
        this(id, name, arguments, CallTerms.STANDARD);
    }

    @Override
    public ToolCall onTerms(CallTerms other) {
        return new ToolCall(id, name, arguments, other);
    }
}
