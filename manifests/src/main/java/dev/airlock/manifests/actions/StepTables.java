package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.names.ConnectorName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code [[execute]]} step by step, because a step may name those before it. */
final class StepTables {
    private static final List<String> KEYS = List.of(
            "id", "connector", "op", "inputs", "idempotent", "retry", "optional", "fallback", "when", "refresh");
    private static final List<String> FALLBACK_KEYS = List.of("connector", "op", "inputs");
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final Pattern CONDITION = Pattern.compile("([a-z][a-z0-9_-]*)\\.(failed|succeeded)");

    private final Section root;
    private final Map<ConnectorName, List<String>> connectors;
    private final Scope scope;
    private final Map<String, Position> ids = new HashMap<>();

    StepTables(Section root, Map<ConnectorName, List<String>> connectors, Scope scope) {
        this.root = root;
        this.connectors = connectors;
        this.scope = scope;
    }

    List<Action.Step> read() {
        List<Action.Step> steps = new ArrayList<>();
        for (Section table : root.sections("execute")) {
            step(table).ifPresent(steps::add);
        }
        if (root.isEmptyList("execute")) {
            root.problem("execute", "execute has no step", "write [[execute]] with a step");
        }
        return steps;
    }

    private Optional<Action.Step> step(Section table) {
        table.allow(KEYS);
        table.require("id", "id = \"send\"");
        Optional<String> id = table.parsed("id", StepTables::id);
        id.ifPresent(known -> checkDuplicate(table, known));
        Optional<Action.Target> target = target(table);
        Optional<Boolean> idempotent = table.flag("idempotent");
        Optional<Action.Retry> retry = RetryTable.read(table);
        boolean optional = table.flag("optional").orElse(false);
        Optional<Action.Target> fallback = table.section("fallback").flatMap(this::fallback);
        Optional<Action.Condition> when = table.parsed("when", this::condition);
        Optional<String> refresh = table.parsed("refresh", this::stepBefore);
        id.ifPresent(known -> scope.add(known, optional || when.isPresent()));
        return id.flatMap(
                i -> target.map(t -> new Action.Step(i, t, idempotent, retry, optional, fallback, when, refresh)));
    }

    private Optional<Action.Target> fallback(Section table) {
        table.allow(FALLBACK_KEYS);
        return target(table);
    }

    private Optional<Action.Target> target(Section table) {
        table.require("connector", "connector = \"…\", one of [[requires.connectors]]");
        table.require("op", "op = \"…\", one of the connector's capabilities");
        Optional<ConnectorName> name = table.parsed("connector", ConnectorName::parse);
        Optional<String> op = table.line("op");
        name.ifPresent(known -> checkConnector(table, known, op));
        Template inputs = inputs(table);
        return name.flatMap(n -> op.map(o -> new Action.Target(n, o, inputs, table.at("op"))));
    }

    private Template inputs(Section table) {
        Optional<Section> inner = table.section("inputs");
        Optional<LocatedJson> json = inner.flatMap(there -> table.json("inputs"));
        return json.map(new TemplateParser(scope, table.problems())::parse)
                .orElseGet(() -> new Template.Fixed(JsonNodeFactory.instance.objectNode()));
    }

    private void checkConnector(Section table, ConnectorName name, Optional<String> op) {
        @Nullable List<String> capabilities = connectors.get(name);
        if (capabilities != null) {
            op.ifPresent(wanted -> checkCapability(table, name, capabilities, wanted));
            return;
        }
        List<String> names =
                connectors.keySet().stream().map(ConnectorName::toString).toList();
        table.dangling(
                "connector",
                "connector " + name + " is not required by this action",
                Nearest.to(name.toString(), names)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("add it under [[requires.connectors]]"));
    }

    private static void checkCapability(Section table, ConnectorName name, List<String> capabilities, String op) {
        if (!capabilities.contains(op)) {
            table.dangling(
                    "op",
                    "op " + Printable.quoted(op) + " is not among the capabilities of " + name,
                    Nearest.to(op, capabilities)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("add it to capabilities in [[requires.connectors]]"));
        }
    }

    private Parsed<Action.Condition> condition(String text) {
        Matcher form = CONDITION.matcher(text);
        if (!form.matches()) {
            return Parsed.wrong(
                    "when " + Printable.quoted(text) + " is not a condition",
                    "write STEP.failed or STEP.succeeded, with an optional step before this one");
        }
        String step = form.group(1);
        return stepBefore(step)
                .then(known -> scope.isOptional(known)
                        ? Parsed.ok(new Action.Condition(known, form.group(2).equals("failed")))
                        : Parsed.wrong(
                                "when names step " + known + ", which is not optional",
                                "add optional = true to that step; without it the action ends when it fails"));
    }

    private Parsed<String> stepBefore(String text) {
        return scope.hasStep(text)
                ? Parsed.ok(text)
                : Parsed.wrong("no step " + Printable.quoted(text) + " is before this one", scope.nearestStep(text));
    }

    private void checkDuplicate(Section table, String id) {
        @Nullable Position first = ids.putIfAbsent(id, table.at("id"));
        if (first != null) {
            table.problem(
                    "id",
                    "step " + Printable.quoted(id) + " is declared twice, first at " + first.line() + ":"
                            + first.column(),
                    "give each step an id of its own");
        }
    }

    private static Parsed<String> id(String text) {
        if (text.equals(Reference.ARGS)) {
            return Parsed.wrong("a step cannot be called args, which stands for the inputs", "give it another id");
        }
        return ID.matcher(text).matches()
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "step id " + Printable.quoted(text) + " is not an id",
                        "use a-z, 0-9, _ and -, at most 64, a letter first");
    }
}
