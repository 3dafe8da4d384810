package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.registry.store.StoredConnector;
import dev.airlock.runtime.audit.event.AuditSubject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock uninstall}: removes one version of a connector from the store. */
@Command(
        name = "uninstall",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Removes one version of a connector from the store.",
            "Keeps a connector that an action in $AIRLOCK_HOME/actions pins, and all bindings: see airlock binding revoke."
        },
        footer = {"", "Example:", "  airlock uninstall github://acme/slack@1.2.0"})
public final class UninstallCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "NAME[@VERSION]",
            description = "The connector; its version too if several are installed.")
    private String typed = "";

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public UninstallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try {
            ConnectorStore store = StoreAccess.store(terminal);
            ConnectorReference reference = typed.contains("@") ? InstallCommand.reference(typed) : only(store);
            print(reference, store.exists() ? removed(reference, store) : List.of());
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            throw StoreAccess.unusable(e, StoreCommand.UNDONE);
        }
    }

    /** Returns the only installed version of a name. */
    private ConnectorReference only(ConnectorStore store) throws IOException {
        Parsed<ConnectorName> parsed = ConnectorName.parse(typed);
        if (parsed instanceof Parsed.Wrong<ConnectorName> wrong) {
            throw CommandProblem.word(wrong.message());
        }
        List<ConnectorReference> installed = store.list().stream()
                .flatMap(stored -> stored.connector().stream())
                .filter(connector -> connector.name().equals(parsed.orThrow()))
                .map(ConnectorManifest.Connector::reference)
                .distinct()
                .toList();
        if (installed.isEmpty()) {
            throw notInstalled(typed);
        }
        if (installed.size() > 1) {
            throw CommandProblem.configuration(
                    "More than one version of " + typed + " is installed; nothing was removed. Name one of them.",
                    installed.stream()
                            .map(ConnectorReference::toString)
                            .sorted()
                            .toList());
        }
        return installed.get(0);
    }

    private static CommandProblem notInstalled(String what) {
        return CommandProblem.configuration(
                what + " is not installed; nothing was removed. `airlock store list` shows the installed connectors.",
                List.of());
    }

    /** Removes the connector. Names and pins are read while the store is held, so that no other process changes them in between. */
    private List<StoredConnector> removed(ConnectorReference reference, ConnectorStore store) throws IOException {
        try (StoreChange change = store.change()) {
            List<StoredConnector> there = store.list().stream()
                    .filter(stored -> stored.isCalled(reference))
                    .toList();
            Set<ContentHash> hashes = there.stream().map(StoredConnector::hash).collect(Collectors.toSet());
            requireUnpinned(reference, hashes);
            change.remove(hashes, () -> record(reference, hashes));
            return there;
        }
    }

    private void requireUnpinned(ConnectorReference reference, Set<ContentHash> hashes) {
        Map<String, List<String>> pins = StoreAccess.pins(terminal);
        List<String> actions = hashes.stream()
                .flatMap(hash -> pins.getOrDefault(hash.text(), List.of()).stream())
                .distinct()
                .sorted()
                .toList();
        if (!actions.isEmpty()) {
            throw CommandProblem.configuration(
                    reference
                            + " is pinned by actions; nothing was removed. Remove them first: airlock action remove NAME.",
                    actions);
        }
    }

    private void record(ConnectorReference reference, Set<ContentHash> hashes) {
        List<String> subjects =
                hashes.stream().map(hash -> reference + " " + hash).sorted().toList();
        AuditSubject.ConnectorIdentity removed = new AuditSubject.ConnectorIdentity(
                reference.name().toString(),
                reference.version().toString(),
                "",
                hashes.size() == 1 ? hashes.iterator().next().text() : "");
        new ConsentRecord("uninstall", removed, subjects).require(terminal, "Nothing was removed");
    }

    private void print(ConnectorReference reference, List<StoredConnector> removed) {
        if (removed.isEmpty()) {
            throw notInstalled(reference.toString());
        }
        if (json.isGiven()) {
            terminal.out()
                    .println(SafeJson.line(JsonNodeFactory.instance
                            .objectNode()
                            .put("uninstalled", reference.toString())
                            .put(
                                    "bytes",
                                    removed.stream()
                                            .mapToLong(StoredConnector::bytes)
                                            .sum())));
        } else {
            terminal.out().println("uninstalled " + reference);
        }
    }
}
