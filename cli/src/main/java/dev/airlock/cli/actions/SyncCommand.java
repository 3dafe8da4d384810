package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.ActionConnectors;
import dev.airlock.cli.environment.ActionFile;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.cli.install.Installing;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock sync}: makes actions runnable. */
@Command(
        name = "sync",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes actions runnable: verifies the connectors that they pin, and fetches those that are not installed.",
            "Connectors that are installed and intact need no network. A fetched connector must have the pinned hash.",
            "One screen shows all of them; they are installed after you agree."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every connector is installed and intact",
            "1:a hash or a signature is wrong; nothing was installed",
            "2:wrong usage or configuration, or a source does not have the package; nothing was installed",
            "130:cancelled"
        },
        footer = {"", "Examples:", "  airlock sync", "  airlock sync ship-update --yes"})
public final class SyncCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            arity = "0..*",
            paramLabel = "ACTION",
            description = "Action files, or names of actions. Default: all in $AIRLOCK_HOME/actions.")
    private List<String> typed = new ArrayList<>();

    @Mixin
    private FromFolders folders = new FromFolders();

    @Mixin
    private Installing installing = new Installing();

    /** The command for the user of that terminal. */
    public SyncCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        return installing.run(terminal, () -> sync(actions()));
    }

    private List<Action> actions() {
        return typed.isEmpty()
                ? ActionFile.in(ActionFile.home(terminal)).stream()
                        .map(file -> new ActionFile(terminal, file).actionOrProblem())
                        .toList()
                : typed.stream()
                        .map(name -> ActionFile.named(terminal, name).actionOrProblem())
                        .toList();
    }

    private int sync(List<Action> actions) throws IOException {
        ConnectorStore store = StoreAccess.store(terminal);
        Keyring keyring = KeyringAccess.read(terminal);
        ActionConnectors connectors = ActionConnectors.of(actions, store, keyring);
        List<Candidate> candidates = fetched(connectors, store, keyring);
        Optional<Failure> refusal = connectors.refusal().or(() -> Installing.refusal(candidates));
        if (refusal.isPresent()) {
            return installing.print(terminal, refusal.get());
        }
        List<Candidate.Ready> ready = Installing.ready(candidates);
        if (!ready.isEmpty()
                && !installing.agreed(
                        terminal, Installing.screen(ready), ready, "Install them?", "Nothing was installed")) {
            return ExitCode.CANCELLED;
        }
        if (!ready.isEmpty()) { // without installs, the store need not be writable
            try (StoreChange change = store.change()) {
                connectors.requireStillWhole(store, KeyringAccess.read(terminal), "Nothing was installed");
                Installing.install(terminal, ready, change);
            }
        }
        print(actions, connectors);
        return ExitCode.SUCCESS;
    }

    /** Fetches the missing connectors. Opens nothing if none is missing. */
    private List<Candidate> fetched(ActionConnectors connectors, ConnectorStore store, Keyring keyring)
            throws IOException {
        if (connectors.lacking().isEmpty() || connectors.refusal().isPresent()) {
            return List.of();
        }
        try (Installing.Fetching fetching = installing.fetching(terminal)) {
            return connectors.fetched(folders.origin(terminal, fetching), store, keyring, SettingsFile.read(terminal));
        }
    }

    private void print(List<Action> actions, ActionConnectors connectors) {
        if (installing.json()) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode names = document.putArray("actions");
            actions.forEach(action -> names.add(action.name()));
            put(document.putArray("verified"), connectors.whole());
            put(document.putArray("installed"), connectors.lacking());
            terminal.out().println(SafeJson.line(document));
            return;
        }
        connectors.whole().forEach(one -> terminal.out().println("verified  " + one.reference() + "  " + one.hash()));
        connectors.lacking().forEach(one -> terminal.out().println("installed " + one.reference() + "  " + one.hash()));
        terminal.out().println(actions.size() == 1 ? "1 action can run" : actions.size() + " actions can run");
    }

    private static void put(ArrayNode array, List<RequiredConnector> connectors) {
        connectors.forEach(one ->
                array.addObject().put("connector", one.reference().toString()).put("hash", one.hash()));
    }
}
