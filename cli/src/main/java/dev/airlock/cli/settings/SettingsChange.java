package dev.airlock.cli.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.author.ReachWarnings;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.Confirmation;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.SettingsAccess;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.settings.Settings;
import dev.airlock.sandbox.api.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the values of a connector's settings. If that changes the hosts that it may reach, a person has to agree. */
abstract class SettingsChange implements Callable<Integer> {
    private static final String UNDONE = "Nothing was set";

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "CONNECTOR", description = ConnectorPlace.DESCRIPTION)
    private Path typed = Path.of("");

    @Option(
            names = {"-y", "--yes"},
            description = "Agree to the hosts that the connector may then reach, without being asked.")
    private boolean yes;

    private SettingsChange(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns the values after the change. */
    abstract Map<String, JsonNode> after(Settings declared, Map<String, JsonNode> before);

    @Override
    public Integer call() {
        ConnectorPlace place = ConnectorPlace.named(terminal, typed);
        ConnectorManifest manifest = place.manifest();
        ConnectorIdentity identity = place.identity(manifest);
        try {
            ConnectorManifest before =
                    with(manifest, known(manifest, SettingsAccess.of(terminal).of(identity)));
            Map<String, JsonNode> values =
                    after(manifest.settings(), before.settings().given());
            ConnectorManifest after = with(manifest, values);
            if (after.equals(before)) {
                terminal.out().println("nothing changed");
                return ExitCode.SUCCESS;
            }
            if (!isAgreed(before, after)) {
                terminal.err().println(UNDONE + ".");
                return ExitCode.FAILURE;
            }
            SettingsAccess.of(terminal)
                    .change(
                            identity,
                            meanwhile -> unlessChanged(before, known(manifest, meanwhile), values),
                            () -> consent(before, after).require(terminal, UNDONE));
            say(before, after);
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            throw SettingsAccess.problem(e);
        }
    }

    /** Returns the agreed values. Ends the command if other values changed meanwhile, because the person agreed beside the earlier ones. */
    private static Map<String, JsonNode> unlessChanged(
            ConnectorManifest before, Map<String, JsonNode> meanwhile, Map<String, JsonNode> agreed) {
        if (!with(before, meanwhile).equals(before)) {
            throw CommandProblem.configuration(
                    "Another process changed the settings of "
                            + before.connector().name() + " at the same time. " + UNDONE
                            + ". See `airlock settings list`, and run the command again.",
                    List.of());
        }
        return agreed;
    }

    /** Returns the values that the manifest still declares. An update may have removed a setting or changed its type. */
    private static Map<String, JsonNode> known(ConnectorManifest manifest, Map<String, JsonNode> values) {
        Map<String, JsonNode> known = new LinkedHashMap<>(values);
        known.entrySet()
                .removeIf(value ->
                        manifest.settings().with(Map.of(value.getKey(), value.getValue())) instanceof Parsed.Wrong);
        return known;
    }

    private static ConnectorManifest with(ConnectorManifest manifest, Map<String, JsonNode> values) {
        return manifest.with(orProblem(manifest.settings().with(values)));
    }

    private static <T> T orProblem(Parsed<T> parsed) {
        if (parsed instanceof Parsed.Wrong<T> wrong) {
            String what = Printable.of(wrong.message());
            throw CommandProblem.usage(what + (what.endsWith("?") ? " " : ". ") + UNDONE + ".");
        }
        return parsed.orThrow();
    }

    private boolean isAgreed(ConnectorManifest before, ConnectorManifest after) {
        List<String> changes = hostChanges(before, after);
        changes.forEach(line -> terminal.err().println(line));
        added(before, after).stream()
                .flatMap(host -> ReachWarnings.of(host).stream())
                .forEach(words -> terminal.err().println("warning: " + words));
        if (changes.isEmpty() || yes) {
            return true;
        }
        if (!terminal.interactive()) {
            throw CommandProblem.configuration(
                    UNDONE + ": there is no terminal to ask on. Run the command on one, or agree with --yes.",
                    List.of());
        }
        return Confirmation.isAnsweredYes(terminal, "Allow it?", new Cancellation());
    }

    private static List<String> hostChanges(ConnectorManifest before, ConnectorManifest after) {
        List<String> lines = new ArrayList<>();
        added(before, after).forEach(host -> lines.add("it may talk to " + host));
        added(after, before).forEach(host -> lines.add("no longer to  " + host));
        return lines;
    }

    private static List<NetworkGrant> added(ConnectorManifest before, ConnectorManifest after) {
        List<NetworkGrant> was = before.settings().completedHosts();
        return after.settings().completedHosts().stream()
                .filter(host -> !was.contains(host))
                .toList();
    }

    private static ConsentRecord consent(ConnectorManifest before, ConnectorManifest after) {
        List<String> subjects = new ArrayList<>(hostChanges(before, after));
        after.settings().declared().forEach(setting -> {
            String was = before.settings().value(setting).map(JsonNode::asText).orElse("nothing");
            String is = after.settings().value(setting).map(JsonNode::asText).orElse("nothing");
            if (!was.equals(is)) {
                subjects.add(setting.name() + ": " + is + ", before " + was);
            }
        });
        return new ConsentRecord("changed settings", after.connector().name().toString(), subjects);
    }

    private void say(ConnectorManifest before, ConnectorManifest after) {
        terminal.out().println(confirmation() + " for " + after.connector().name());
        if (!hostChanges(before, after).isEmpty()
                && !after.capabilities().credentials().isEmpty()) {
            terminal.err()
                    .println("hint: a credential that was bound for other hosts is refused until"
                            + " airlock binding rebind NAME " + typed + "; airlock binding list shows the names.");
        }
    }

    /** Returns the word for the change. */
    abstract String confirmation();

    /** {@code airlock settings set}: sets values. */
    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets settings. Others keep their values.",
            footer = {"", "Example:", "  airlock settings set github://acme/tickets site=acme pages=50"})
    static final class Set extends SettingsChange {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME=VALUE", description = "A setting and its value.")
        private List<String> values = List.of();

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        String confirmation() {
            return "set";
        }

        @Override
        Map<String, JsonNode> after(Settings declared, Map<String, JsonNode> before) {
            Map<String, JsonNode> after = new LinkedHashMap<>(before);
            for (String value : values) {
                int equals = value.indexOf('=');
                if (equals < 0) {
                    throw CommandProblem.usage(
                            "Write NAME=VALUE, not " + Printable.quoted(value) + ". " + UNDONE + ".");
                }
                String name = value.substring(0, equals);
                after.put(name, orProblem(declared.read(name, value.substring(equals + 1))));
            }
            return after;
        }
    }

    /** {@code airlock settings unset}: removes values. */
    @Command(
            name = "unset",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Unsets settings, so that the manifest's defaults apply, if it has any.",
            footer = {"", "Example:", "  airlock settings unset github://acme/tickets pages"})
    static final class Unset extends SettingsChange {
        @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME", description = "A setting.")
        private List<String> names = List.of();

        Unset(Terminal terminal) {
            super(terminal);
        }

        @Override
        String confirmation() {
            return "unset";
        }

        @Override
        Map<String, JsonNode> after(Settings declared, Map<String, JsonNode> before) {
            Map<String, JsonNode> after = new LinkedHashMap<>(before);
            for (String name : names) {
                if (declared.named(name).isEmpty()) {
                    throw CommandProblem.usage("There is no setting " + Printable.quoted(name) + ". " + UNDONE + ".");
                }
                after.remove(name);
            }
            return after;
        }
    }
}
