package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.RefusedConnector;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Installed;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoredConnector;
import java.io.IOException;
import java.util.List;

/**
 * A connector in the store that was read once, so that the bytes in use are those that were hashed and verified.
 *
 * @param whole its bytes, unchanged since its installation
 */
record InstalledConnector(Installed.Whole whole) implements ConnectorPlace {
    /**
     * Returns the installed connector with a name and version, or with a name that has one installed version.
     *
     * @throws RefusedConnector if it was altered, or a signature does not verify
     */
    static InstalledConnector find(Terminal terminal, String typed) {
        try {
            ConnectorStore store = StoreAccess.store(terminal);
            StoredConnector stored = one(store, typed);
            ConnectorReference reference = stored.connector().orElseThrow().reference();
            Installed found = Installed.at(stored.hash(), reference, store, KeyringAccess.read(terminal));
            if (found instanceof Installed.Refused refused) {
                throw new RefusedConnector(reference.name(), refused.failure());
            }
            if (found instanceof Installed.Whole whole) {
                return new InstalledConnector(whole);
            }
            throw absent(typed);
        } catch (IOException e) {
            throw StoreAccess.unusable(e, "");
        }
    }

    private static StoredConnector one(ConnectorStore store, String typed) throws IOException {
        String text = reference(typed).toString();
        List<StoredConnector> found = store.list().stream()
                .filter(stored -> stored.connector()
                        .filter(connector -> text.equals(connector.reference().toString())
                                || text.equals(connector.name().toString()))
                        .isPresent())
                .toList();
        if (found.size() > 1) {
            throw CommandProblem.configuration(
                    "More than one version of " + typed
                            + " is installed. Name the version, as in NAME@VERSION; airlock uninstall"
                            + " removes one.",
                    found.stream()
                            .map(stored -> StoreAccess.nameOf(stored) + "  " + stored.hash())
                            .sorted()
                            .toList());
        }
        if (found.isEmpty()) {
            throw absent(store, typed);
        }
        return found.get(0);
    }

    /** Returns the problem that the connector is not found. It mentions altered entries, because the name may have been in one of them. */
    private static CommandProblem absent(ConnectorStore store, String typed) throws IOException {
        List<ContentHash> altered = store.altered();
        return altered.isEmpty()
                ? absent(typed)
                : CommandProblem.configuration(
                        typed
                                + " is not found in the store, where something was altered. Install the altered connectors again.",
                        altered.stream().map(ContentHash::text).toList());
    }

    /** Parses a name or a reference. Ends the command if it is invalid. */
    private static Object reference(String typed) {
        Parsed<?> parsed = typed.contains("@") ? ConnectorReference.parse(typed) : ConnectorName.parse(typed);
        if (parsed instanceof Parsed.Wrong<?> wrong) {
            throw CommandProblem.word(wrong.message());
        }
        return parsed.orThrow();
    }

    private static CommandProblem absent(String typed) {
        return CommandProblem.configuration(
                typed
                        + " is not installed. `airlock store list` shows the installed connectors; `airlock install` installs one.",
                List.of());
    }

    @Override
    public ManifestResult readManifest() {
        return whole.content().readManifest();
    }

    @Override
    public ConnectorManifest manifest() {
        return whole.manifest();
    }

    @Override
    public ConnectorIdentity identity(ConnectorManifest manifest) {
        return whole.identity();
    }

    @Override
    public byte[] writtenManifest() {
        return whole.content().manifest();
    }

    @Override
    public byte[] module() {
        return whole.content().module();
    }
}
