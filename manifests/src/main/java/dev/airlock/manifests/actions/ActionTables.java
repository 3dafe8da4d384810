package dev.airlock.manifests.actions;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.SemVer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the front matter of an action file. */
final class ActionTables {
    private static final List<String> KEYS =
            List.of("name", "version", "source", "requires", "match", "inputs", "execute", "approval");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");
    private static final int LONGEST_NAME = 128;

    private final TomlFile file;
    private final Section root;

    ActionTables(TomlFile file) {
        this.file = file;
        this.root = file.root();
    }

    /** Returns the action; empty when something that it needs is missing or wrong. Reports every problem. */
    Optional<Action> read(String description, String body, String hash) {
        root.allow(KEYS);
        root.require("name", "name = \"ship-update\"");
        root.require("version", "version = \"1.0.0\"");
        root.require("requires", "[[requires.connectors]] with the connectors that it uses");
        root.require("execute", "[[execute]] with a step");
        Optional<String> name = root.parsed("name", ActionTables::name);
        Optional<SemVer> version = root.parsed("version", SemVer::parse);
        Optional<ConnectorReference> source = root.parsed("source", ConnectorReference::parse);
        ConnectorTables connectorTables = new ConnectorTables(root);
        List<Action.RequiredConnector> connectors = connectorTables.read();
        Optional<String> intent = root.section("match").flatMap(ActionTables::intent);
        InputTables inputTables = new InputTables(root);
        List<Action.Input> inputs = inputTables.read();
        Set<String> names = inputTables.names();
        Action.Approval approval = root.section("approval")
                .map(table -> approval(table, new Scope(names, inputs)))
                .orElse(Action.Approval.NONE);
        List<Action.Step> steps = new StepTables(root, connectorTables.capabilities(), new Scope(names, inputs)).read();
        return name.flatMap(n -> version.map(
                v -> new Action(n, v, source, connectors, intent, inputs, approval, steps, description, body, hash)));
    }

    private static Optional<String> intent(Section table) {
        table.allow(List.of("intent"));
        table.require("intent", "intent = \"…\"");
        return table.line("intent");
    }

    private Action.Approval approval(Section table, Scope scope) {
        table.allow(List.of("required", "preview"));
        table.require("required", "required = true");
        boolean required = table.flag("required").orElse(true);
        Optional<LocatedJson> preview = table.prose("preview").flatMap(text -> table.json("preview"));
        return new Action.Approval(required, preview.map(new TemplateParser(scope, file.problems())::parse));
    }

    private static Parsed<String> name(String text) {
        return NAME.matcher(text).matches() && text.length() <= LONGEST_NAME
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "action name " + Printable.quoted(text) + " is not a name",
                        "use a-z, 0-9 and any of . _ -, at most " + LONGEST_NAME + ", a letter or digit first");
    }
}
