package dev.airlock.runtime.actions.tools;

import dev.airlock.runtime.actions.ActionListener;
import dev.airlock.sandbox.api.Cancellation;
import java.util.List;

/**
 * Actions as the tools of an agent. Each call has exactly one result, whatever the model asks for and whatever happens. A call never throws
 * for these.
 *
 * <pre>{@code
 * ActionTools tools = airlock.tools(actions);
 * ToolResult result = tools.call(new ToolCall("call_1", "ship-update", "{\"summary\":\"…\"}"), new Cancellation());
 * }</pre>
 *
 * <p>This is an interface so that a container can put its own proxy in front of it. Thread-safe.
 */
public interface ActionTools {
    /** Returns the definitions for a tool catalogue, in order. */
    List<ToolDefinition> definitions();

    /**
     * Carries out a model's call. In a conversation, the same call is not done twice, and a call that may have taken effect is not repeated
     * unless the host insists.
     */
    default ToolResult call(ToolCall call, Cancellation cancellation) {
        return call(call, cancellation, ActionListener.NONE);
    }

    /**
     * Carries out a model's call.
     *
     * @param listener receives its steps, retries and approval while it runs
     */
    ToolResult call(ToolCall call, Cancellation cancellation, ActionListener listener);
}
