package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.store.ConnectorStore;
import dev.airlock.runtime.store.StoredConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    static CommandProblem unusable(IOException e) {
        return CommandProblem.configuration(
                "The store of connectors cannot be used. Look at the permissions of $AIRLOCK_HOME/store and the space on"
                        + " its disk. "
                        + (e.getMessage() == null ? "" : e.getClass().getSimpleName()),
                List.of());
    }

    /**
     * The hashes that the user's actions pin, each with the names of those actions. An action that cannot be read may pin anything, so
     * nothing is to be removed then.
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

        @Override
        public Integer call() {
            try {
                return work(store(terminal));
            } catch (IOException e) {
                throw unusable(e);
            }
        }

        void print(String member, List<StoredConnector> connectors, String none) {
            if (json) {
                ObjectNode document = JsonNodeFactory.instance.objectNode();
                ArrayNode array = document.putArray(member);
                connectors.forEach(stored -> array.addObject()
                        .put("connector", called(stored))
                        .put("hash", stored.hash().text())
                        .put("bytes", stored.bytes()));
                terminal.out().println(SafeJson.line(document));
            } else if (connectors.isEmpty()) {
                terminal.out().println(none);
            } else {
                connectors.forEach(stored -> terminal.out()
                        .println(stored.hash() + "  " + called(stored) + "  " + Amounts.size(stored.bytes())));
            }
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
            print("altered", shown, "every installed connector is as it was installed");
            return altered.isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILURE;
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
        int work(ConnectorStore store) throws IOException {
            Set<String> pinned = pins(terminal).keySet();
            Map<ConnectorName, StoredConnector> highest = highest(store.list());
            List<StoredConnector> removed = store.remove(stored -> stored.connector()
                    .filter(connector -> !pinned.contains(stored.hash().text()))
                    .map(connector -> Optional.ofNullable(highest.get(connector.name())))
                    .filter(kept -> kept.isPresent() && !kept.get().hash().equals(stored.hash()))
                    .isPresent());
            print("removed", removed, "nothing to remove");
            List<String> names = removed.stream()
                    .map(stored -> called(stored) + " " + stored.hash())
                    .toList();
            if (!names.isEmpty() && !new ConsentRecord("removed connectors", "", names).write(terminal)) {
                terminal.err().println("airlock: they were removed, and the audit log has no record of it.");
            }
            return ExitCode.SUCCESS;
        }

        private static Map<ConnectorName, StoredConnector> highest(List<StoredConnector> all) {
            Map<ConnectorName, StoredConnector> highest = new HashMap<>();
            for (StoredConnector stored : all) {
                stored.connector()
                        .ifPresent(connector -> highest.merge(
                                connector.name(),
                                stored,
                                (one, other) -> version(one).compareTo(version(other)) >= 0 ? one : other));
            }
            return highest;
        }

        private static SemVer version(StoredConnector stored) {
            return stored.connector().orElseThrow().version();
        }
    }
}
