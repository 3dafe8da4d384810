package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.Amounts;
import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import dev.airlock.registry.store.StoredConnector;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code airlock store}: installed connectors; its subcommands list, verify and remove them. */
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Shows, checks and cleans the installed connectors in $AIRLOCK_HOME/store.",
        footer = {"", "Example:", "  airlock store verify"})
public final class StoreCommand extends CommandGroup {
    /** The words about what is not done by a command that cannot remove. */
    static final String UNDONE = "nothing was removed";

    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new StoreCommand())
                .addSubcommand(new Listing(terminal))
                .addSubcommand(new Verifying(terminal))
                .addSubcommand(new Clearing(terminal));
    }

    /** The common part of the subcommands. */
    abstract static class Part implements Callable<Integer> {
        final Terminal terminal;

        @Mixin
        private JsonFlag json = new JsonFlag();

        Part(Terminal terminal) {
            this.terminal = terminal;
        }

        abstract int work(ConnectorStore store) throws IOException;

        /** Returns the words about what is not done if the store cannot be used. */
        String undone() {
            return "";
        }

        @Override
        public Integer call() {
            try {
                return work(StoreAccess.store(terminal));
            } catch (IOException e) {
                throw StoreAccess.unusable(e, undone());
            }
        }

        boolean json() {
            return json.isGiven();
        }

        ObjectNode document(String member, List<StoredConnector> connectors) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray(member);
            connectors.forEach(stored -> array.addObject()
                    .put("connector", StoreAccess.nameOf(stored))
                    .put("hash", stored.hash().text())
                    .put("bytes", stored.bytes()));
            return document;
        }

        void print(String member, List<StoredConnector> connectors, String none) {
            if (json.isGiven()) {
                terminal.out().println(SafeJson.line(document(member, connectors)));
            } else if (connectors.isEmpty()) {
                terminal.out().println(none);
            } else {
                printLines(connectors);
            }
        }

        void printLines(List<StoredConnector> connectors) {
            connectors.forEach(stored -> terminal.out().println(line(stored)));
        }

        static String line(StoredConnector stored) {
            return stored.hash() + "  " + StoreAccess.nameOf(stored) + "  " + Amounts.size(stored.bytes());
        }
    }

    /** {@code airlock store list}: lists installed connectors. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
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

    /** {@code airlock store verify}: shows altered connectors. */
    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Reads all installed connectors, and shows those that were altered.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:all are intact", "1:some are not", "2:wrong usage or configuration"},
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
                terminal.out().println("every installed connector is intact");
            }
            altered.forEach(stored -> terminal.out().println("altered  " + line(stored)));
            strays.forEach(stray -> terminal.out()
                    .println(stray + "  is not a connector's folder, and Airlock never runs it: move it out of"
                            + " $AIRLOCK_HOME/store/sha256"));
            if (!altered.isEmpty()) {
                terminal.err()
                        .println("hint: restore the bytes with airlock install, or airlock sync for what actions pin.");
            }
        }
    }

    /** {@code airlock store gc}: removes connectors that are not needed. */
    @Command(
            name = "gc",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Removes connectors that are not needed, and shows them.",
                "Removes connectors that no action in $AIRLOCK_HOME/actions pins and that have a higher version installed,",
                "and the remains of interrupted installs."
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
                        new UnneededConnectors(store, StoreAccess.pins(terminal).keySet()).find();
                List<String> names = unneeded.stream()
                        .map(stored -> StoreAccess.nameOf(stored) + " " + stored.hash())
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
