package dev.airlock.runtime.actions.tools;

import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ActionListener;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.sandbox.Cancellation;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Actions as the tools of an agent. Each call has exactly one result, whatever the model asks for and whatever happens; none is an
 * exception.
 *
 * <pre>{@code
 * ActionTools tools = ActionTools.of(runner, actions);
 * ToolResult result = tools.call(new ToolCall("call_1", "ship-update", "{\"summary\":\"…\"}"), new Cancellation());
 * }</pre>
 *
 * <p>An interface, so that a container can stand a proxy of its own before it. Thread-safe.
 */
public interface ActionTools {
    /**
     * Tools that a runner carries out.
     *
     * @param runner runs them; stays its owner's to close
     * @param actions the actions, each of a name of its own
     * @throws IllegalArgumentException if two have the same name
     */
    static ActionTools of(ActionRunner runner, Collection<Action> actions) {
        return of(runner, actions, (cancellation, run) -> run.get());
    }

    /**
     * The same for whoever has to know which actions are under way.
     *
     * @param around is handed each run, with what ends it, and gives what it came to; throws {@link ClosedException} if none may begin
     */
    static ActionTools of(
            ActionRunner runner,
            Collection<Action> actions,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        return new RunnerTools(runner, actions.stream().map(OfferedTool::of).toList(), around);
    }

    /**
     * Looks at a connector whose operations may become tools.
     *
     * @param runner finds it
     * @throws IllegalArgumentException saying why it cannot be used: it is not there, has problems, or has another hash than the options say
     */
    static ConnectorOffer offer(ActionRunner runner, ConnectorReference connector, ConnectorToolOptions options) {
        return new ConnectorOffer(runner.find(connector, options.hash().orElse("")), options);
    }

    /**
     * Operations of connectors as tools, which their host has opted in to.
     *
     * @param around as above
     * @throws IllegalArgumentException if two have the same name
     */
    static ActionTools ofOffers(
            ActionRunner runner,
            Collection<ConnectorOffer> offers,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        return new RunnerTools(
                runner, offers.stream().flatMap(offer -> offer.tools().stream()).toList(), around);
    }

    /** What a tool catalogue says of them, in their order. */
    List<ToolDefinition> definitions();

    /**
     * Carries out what a model asks for. In a conversation, the same call is not done twice, and what may have taken effect is not done
     * again unless the host insists.
     */
    default ToolResult call(ToolCall call, Cancellation cancellation) {
        return call(call, cancellation, ActionListener.NONE);
    }

    /**
     * The same.
     *
     * @param listener is told of steps, retries and approval while the call is carried out
     */
    ToolResult call(ToolCall call, Cancellation cancellation, ActionListener listener);
}
