package dev.airlock.runtime.actions.tools;

import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.recovery.CallTerms;
import dev.airlock.runtime.recovery.OnTerms;

/**
 * What a model asks for, and on which terms its host has it done.
 *
 * <p>For instance {@code new ToolCall("call_1", "pay", "{…}").actingFor("agent-7").inConversation("thread-42").inForeground()}.
 *
 * @param id the call's id in the conversation, which its result has too
 * @param name the tool's name, as the model wrote it
 * @param arguments a JSON object as text, as the model wrote it; blank stands for an empty one
 * @param terms on whose behalf, in which conversation, under which key, and whether somebody waits
 */
public record ToolCall(String id, String name, String arguments, CallTerms terms) implements OnTerms<ToolCall> {
    /** @throws IllegalArgumentException if there is a key, and it is too long for an action */
    public ToolCall {
        ActionCall.requireKey(terms);
    }

    /** A call on the standard terms: in the background, in no conversation, without a key. */
    public ToolCall(String id, String name, String arguments) {
        this(id, name, arguments, CallTerms.STANDARD);
    }

    @Override
    public ToolCall onTerms(CallTerms other) {
        return new ToolCall(id, name, arguments, other);
    }
}
