package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.FileProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.actions.ActionResult;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoredConnector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Access to the user's store of installed connectors. */
public final class StoreAccess {
    private StoreAccess() {}

    /** Returns the user's store. */
    public static ConnectorStore store(Terminal terminal) {
        return ConnectorStore.in(UserFolders.data(terminal));
    }

    /** Returns the name and version of a connector, if its manifest can be read. */
    public static String nameOf(StoredConnector stored) {
        return stored.connector()
                .map(connector -> connector.reference().toString())
                .orElse("(its manifest cannot be read)");
    }

    /**
     * Returns the problem that the store cannot be used, with the action to take.
     *
     * @param undone the words about what was not done, such as {@code nothing was removed}; may be empty
     */
    public static CommandProblem unusable(IOException e, String undone) {
        return CommandProblem.configuration(
                "The store of connectors, $AIRLOCK_HOME/store, cannot be used" + (undone.isEmpty() ? "" : "; " + undone)
                        + ". " + FileProblem.words(e),
                List.of());
    }

    /**
     * Returns the hashes that the user's actions pin, each with the names of those actions. Call it while you hold the change of the store,
     * because an action is added under that. Ends the command if an action cannot be read, because it may pin any connector, so nothing may
     * be removed.
     */
    public static Map<String, List<String>> pins(Terminal terminal) {
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
                    "Nothing was removed: some actions have problems, so it is not known what they pin. Correct them first.",
                    unreadable);
        }
        return pins;
    }
}
