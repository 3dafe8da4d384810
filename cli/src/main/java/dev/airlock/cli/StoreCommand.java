package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.store.ConnectorStore;
import dev.airlock.runtime.store.StoreChange;
import dev.airlock.runtime.store.StoredConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code airlock store}: installed connectors; its subcommands list, verify and clear away. */
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        versionProvider = AirlockCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Installed connectors, in $AIRLOCK_HOME/store, each under the hash of its bytes.",
        footer = {"", "Example:", "  airlock store verify"})
final class StoreCommand implements Runnable {
    /** What is not done by a command that cannot remove. */
    static final String UNDONE = "nothing was removed";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    /** The command with its subcommands. */
    static CommandLine line(Terminal terminal) {
        return new CommandLine(new StoreCommand())
                .addSubcommand(new Listing(terminal))
                .addSubcommand(new Verifying(terminal))
                .addSubcommand(new Clearing(terminal));
    }

    /** The user's store. */
    static ConnectorStore store(Terminal terminal) {
        return new ConnectorStore(UserFolders.data(terminal).resolve("store"));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do with it: list, verify or gc");
    }

    /** How a connector is called: by name and version, if its manifest can be read. */
    static String called(StoredConnector stored) {
        return stored.connector()
                .map(connector -> connector.reference().toString())
                .orElse("(its manifest cannot be read)");
    }

    /** @param undone what was not done therefore, such as {@code nothing was removed}; empty if it goes without saying */
    static CommandProblem unusable(IOException e, String undone) {
        return CommandProblem.configuration(
                "The store of connectors, $AIRLOCK_HOME/store, cannot be used" + (undone.isEmpty() ? "" : "; " + undone)
                        + ". " + FileTrouble.words(e),
                List.of());
    }

    /**
     * The hashes that the user's actions pin, each with the names of those actions: to be read by whoever holds the right to change
     * the store, since an action is added under that. One that cannot be read may pin anything, so nothing is to be removed then.
     */
    static Map<String, List<String>> pins(Terminal terminal) {
        Map<String, List<String>> pins = new HashMap<>();
        List<String> unreadable = new ArrayList<>();
        for (Path file : ActionFile.in(ActionFile.home(terminal))) {
            if (ActionReader.read(file) instanceof ActionResult.Read read) {
                read.action()
                        .connectors()
                        .forEach(required -> pins.computeIfAbsent(required.hash(), unseen -> new ArrayList<>())
                                .add(read.action().name()));
            } else {
                unreadable.add(TypedFile.shown(file));
            }
        }
        if (!unreadable.isEmpty()) {
            throw CommandProblem.configuration(
                    "Nothing was removed, since some actions have problems and might pin anything. Correct them first.",
                    unreadable);
        }
        return pins;
    }

    /** What all of them have. */
    abstract static class Part implements Callable<Integer> {
        final Terminal terminal;

        @Option(names = "--json", description = "Print exactly one JSON document on standard output.")
        private boolean json;

        Part(Terminal terminal) {
            this.terminal = terminal;
        }

        abstract int work(ConnectorStore store) throws IOException;

        /** What is not done if the store cannot be used. */
        String undone() {
            return "";
        }

        @Override
        public Integer call() {
            try {
                return work(store(terminal));
            } catch (IOException e) {
                throw unusable(e, undone());
            }
        }

        boolean json() {
            return json;
        }

        ObjectNode document(String member, List<StoredConnector> connectors) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray(member);
            connectors.forEach(stored -> array.addObject()
                    .put("connector", called(stored))
                    .put("hash", stored.hash().text())
                    .put("bytes", stored.bytes()));
            return document;
        }

        void print(String member, List<StoredConnector> connectors, String none) {
            if (json) {
                terminal.out().println(SafeJson.line(document(member, connectors)));
            } else if (connectors.isEmpty()) {
                terminal.out().println(none);
            } else {
                printLines(connectors);
            }
        }

        void printLines(List<StoredConnector> connectors) {
            connectors.forEach(stored -> terminal.out()
                    .println(stored.hash() + "  " + called(stored) + "  " + Amounts.size(stored.bytes())));
        }
    }

    /** {@code airlock store list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = AirlockCommand.Version.class,
            description = "Shows each installed connector with its hash and size.",
            footer = {"", "Example:", "  airlock store list --json"})
    static final class Listing extends Part {
        Listing(Terminal terminal) {
            super(terminal);
        }

        @Override
        int work(ConnectorStore store) throws IOException {
            print("connectors", store.list(), "nothing is installed");
            return ExitCode.SUCCESS;
        }
    }

    /** {@code airlock store verify}. */
    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            versionProvider = AirlockCommand.Version.class,
            description = "Reads all installed connectors, and shows those that are not as they were installed.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:all are whole", "1:some are not", "2:wrong usage or configuration"},
            footer = {"", "Example:", "  airlock store verify"})
    static final class Verifying extends Part {
        Verifying(Terminal terminal) {
            super(terminal);
        }

        @Override
        int work(ConnectorStore store) throws IOException {
            Set<ContentHash> altered = Set.copyOf(store.altered());
            List<StoredConnector> shown = store.list().stream()
                    .filter(stored -> altered.contains(stored.hash()))
                    .toList();
            List<String> strays =
                    store.strays().stream().map(ForeignText::clean).toList();
            if (json()) {
                ObjectNode document = document("altered", shown);
                strays.forEach(document.putArray("strays")::add);
                terminal.out().println(SafeJson.line(document));
            } else {
                printText(shown, strays);
            }
            return shown.isEmpty() && strays.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
        }

        private void printText(List<StoredConnector> altered, List<String> strays) {
            if (altered.isEmpty() && strays.isEmpty()) {
                terminal.out().println("every installed connector is as it was installed");
            }
            printLines(altered);
            strays.forEach(stray -> terminal.out()
                    .println(stray + "  is no place of a connector, and nothing is run from there: move it out of"
                            + " $AIRLOCK_HOME/store/sha256"));
            if (!altered.isEmpty()) {
                terminal.err()
                        .println(
                                "hint: airlock install, or airlock sync for what actions pin, puts the right bytes there.");
            }
        }
    }

    /** {@code airlock store gc}. */
    @Command(
            name = "gc",
            mixinStandardHelpOptions = true,
            versionProvider = AirlockCommand.Version.class,
            description = {
                "Removes connectors that nothing needs, and shows them.",
                "That is what no action in $AIRLOCK_HOME/actions pins and of which a higher version is installed, and what",
                "installs that broke off left behind."
            },
            footer = {"", "Example:", "  airlock store gc"})
    static final class Clearing extends Part {
        Clearing(Terminal terminal) {
            super(terminal);
        }

        @Override
        String undone() {
            return UNDONE;
        }

        @Override
        int work(ConnectorStore store) throws IOException {
            List<StoredConnector> removed = store.exists() ? cleared(store) : List.of();
            print("removed", removed, "nothing to remove");
            return ExitCode.SUCCESS;
        }

        private List<StoredConnector> cleared(ConnectorStore store) throws IOException {
            try (StoreChange change = store.change()) {
                List<StoredConnector> unneeded =
                        new UnneededConnectors(store, pins(terminal).keySet()).find();
                List<String> names = unneeded.stream()
                        .map(stored -> called(stored) + " " + stored.hash())
                        .toList();
                change.remove(
                        unneeded.stream().map(StoredConnector::hash).toList(),
                        () -> new ConsentRecord("removed connectors", "", names)
                                .require(terminal, "Nothing was removed"));
                return unneeded;
            }
        }
    }
}
