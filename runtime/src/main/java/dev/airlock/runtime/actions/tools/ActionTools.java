package dev.airlock.runtime.actions.tools;

import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ActionListener;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.sandbox.api.Cancellation;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Actions as the tools of an agent. Each call has exactly one result, whatever the model asks for and whatever happens. A call never throws
 * for these.
 *
 * <pre>{@code
 * ActionTools tools = ActionTools.of(runner, actions);
 * ToolResult result = tools.call(new ToolCall("call_1", "ship-update", "{\"summary\":\"…\"}"), new Cancellation());
 * }</pre>
 *
 * <p>This is an interface so that a container can put its own proxy in front of it. Thread-safe.
 */
public interface ActionTools {
    /**
     * Returns tools that a runner carries out.
     *
     * @param runner runs the actions; the owner closes it
     * @param actions the actions, with distinct names
     * @throws IllegalArgumentException if two have the same name
     */
    static ActionTools of(ActionRunner runner, Collection<Action> actions) {
        return of(runner, actions, (cancellation, run) -> run.get());
    }

    /**
     * Returns tools for an owner that keeps track of the running actions.
     *
     * @param around gets each run with its cancellation, and returns its outcome; throws {@link ClosedException} if no run may begin
     */
    static ActionTools of(
            ActionRunner runner,
            Collection<Action> actions,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        return new RunnerTools(runner, actions.stream().map(OfferedTool::of).toList(), around);
    }

    /**
     * Examines a connector whose operations may become tools.
     *
     * @param runner finds the connector
     * @throws IllegalArgumentException saying why it cannot be used: it is missing, has problems, or has another hash than the options name
     */
    static ConnectorOffer offer(ActionRunner runner, ConnectorReference connector, ConnectorToolOptions options) {
        return new ConnectorOffer(runner.find(connector, options.hash().orElse("")), options);
    }

    /**
     * Returns operations of connectors as tools, to which their host has consented.
     *
     * @param around gets each run with its cancellation, and returns its outcome; throws {@link ClosedException} if no run may begin
     * @throws IllegalArgumentException if two have the same name
     */
    static ActionTools ofOffers(
            ActionRunner runner,
            Collection<ConnectorOffer> offers,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        return new RunnerTools(
                runner, offers.stream().flatMap(offer -> offer.tools().stream()).toList(), around);
    }

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
