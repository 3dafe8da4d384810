package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Nearest;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionListener;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.tools.schema.AbsentNulls;
import dev.airlock.sandbox.api.Cancellation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Tools that a runner carries out, for an owner of the runner. Others get their tools from {@code Airlock}. Thread-safe. */
public final class RunnerTools implements ActionTools {
    private static final int MOST_NAMES = 20;
    private static final int LONGEST_NAME = 100;

    private final ActionRunner runner;
    private final BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around;
    private final Map<String, OfferedTool> tools = new LinkedHashMap<>();

    /**
     * Returns actions as tools.
     *
     * @param runner runs the actions; the owner closes it
     * @param actions the actions, with distinct names
     * @throws IllegalArgumentException if two have the same name
     */
    public static ActionTools of(ActionRunner runner, Collection<Action> actions) {
        return of(runner, actions, (cancellation, run) -> run.get());
    }

    /**
     * Returns actions as tools for an owner that keeps track of the running actions.
     *
     * @param around gets each run with its cancellation, and returns its outcome; throws {@link ClosedException} if no run may begin
     */
    public static ActionTools of(
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
    public static ConnectorOffer offer(
            ActionRunner runner, ConnectorReference connector, ConnectorToolOptions options) {
        return new ConnectorOffer(runner.find(connector, options.hash().orElse("")), options);
    }

    /**
     * Returns operations of connectors as tools, to which their host has consented.
     *
     * @param around gets each run with its cancellation, and returns its outcome; throws {@link ClosedException} if no run may begin
     * @throws IllegalArgumentException if two have the same name
     */
    public static ActionTools ofOffers(
            ActionRunner runner,
            Collection<ConnectorOffer> offers,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        return new RunnerTools(
                runner, offers.stream().flatMap(offer -> offer.tools().stream()).toList(), around);
    }

    private RunnerTools(
            ActionRunner runner,
            Collection<OfferedTool> offered,
            BiFunction<Cancellation, Supplier<ActionOutcome>, ActionOutcome> around) {
        this.runner = runner;
        this.around = around;
        for (OfferedTool tool : offered) {
            if (tools.putIfAbsent(tool.definition().name(), tool) != null) {
                throw new IllegalArgumentException(
                        "two tools are called " + tool.definition().name());
            }
        }
    }

    @Override
    public List<ToolDefinition> definitions() {
        return tools.values().stream().map(this::definition).toList();
    }

    @Override
    public ToolResult call(ToolCall call, Cancellation cancellation, ActionListener listener) {
        try {
            OfferedTool tool = tools.get(call.name());
            return tool == null ? unknown(call, cancellation) : known(call, tool, cancellation, listener);
        } catch (ClosedException e) {
            return new ToolResult(
                    call.id(),
                    ToolResult.Kind.CANCELLED,
                    "Action " + ForeignText.quote(ForeignText.clean(call.name(), LONGEST_NAME))
                            + " was not run, because its host is closing. Nothing was done.",
                    Optional.empty());
        }
    }

    /** Returns the definition from the action's file, and from its connectors' manifests if they can be read now. */
    private ToolDefinition definition(OfferedTool tool) {
        ToolDefinition alone = tool.definition();
        if (tool.isOperation()) {
            return alone;
        }
        Action action = tool.action();
        return runner.manifests(action)
                .map(manifests -> {
                    DeclaredSteps steps = new DeclaredSteps(action, manifests);
                    return new ToolDefinition(
                            alone.name(), alone.description(), alone.parameters(), steps.result(), steps.hints());
                })
                .orElse(alone);
    }

    private ToolResult unknown(ToolCall call, Cancellation cancellation) {
        String why = unknown(call.name());
        ActionOutcome refused = around.apply(
                cancellation,
                () -> runner.refuseUnknown(ForeignText.clean(call.name(), LONGEST_NAME), why, call.terms()));
        return ToolText.unknown(call.id(), why, refused);
    }

    private ToolResult known(ToolCall call, OfferedTool tool, Cancellation cancellation, ActionListener listener) {
        ActionCall run = ActionCall.of(tool.action(), JsonNodeFactory.instance.objectNode())
                .onTerms(call.terms())
                .answering(call.id())
                .endedBy(cancellation)
                .watchedBy(listener);
        return ToolText.of(call.id(), tool.action(), around.apply(cancellation, () -> run(call, tool, run)));
    }

    private ActionOutcome run(ToolCall call, OfferedTool tool, ActionCall run) {
        try {
            JsonNode arguments = StrictJson.read(call.arguments().isBlank() ? "{}" : call.arguments());
            return arguments instanceof ObjectNode inputs
                    ? run(
                            tool,
                            run,
                            AbsentNulls.without(inputs, tool.definition().parameters()))
                    : runner.refuse(run, List.of("they are JSON, but not an object"));
        } catch (MalformedJsonException e) {
            return runner.refuse(run, List.of("they cannot be read: " + e.getMessage()));
        }
    }

    /** Runs the action. Refuses wrong arguments before anyone is asked for approval. */
    private ActionOutcome run(OfferedTool tool, ActionCall run, ObjectNode arguments) {
        List<String> problems = tool.problems().apply(arguments);
        return problems.isEmpty()
                ? runner.run(run.with((ObjectNode) tool.inputs().apply(arguments)))
                : runner.refuse(run, problems);
    }

    private String unknown(String name) {
        String near = Nearest.to(name, tools.keySet())
                .map(known -> " Did you mean '" + known + "'?")
                .orElse("");
        List<String> names = tools.keySet().stream().limit(MOST_NAMES).toList();
        String known = names.isEmpty()
                ? "There are none."
                : "There " + (names.size() < tools.size() ? "are, among others: " : "are: ") + String.join(", ", names)
                        + ".";
        return "There is no action " + ForeignText.quote(ForeignText.clean(name, LONGEST_NAME)) + "; nothing was done."
                + near + " " + known;
    }
}
