package dev.airlock.registry.install;

import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.KeyringFile;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoredConnector;
import dev.airlock.registry.store.StoredConnectors;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.actions.source.ConnectorSource.Found;
import dev.airlock.runtime.files.FileStamps;
import dev.airlock.runtime.files.IntegrityCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The connectors that {@code airlock install} put into a folder, for other programs: the store and the keyring in that folder. Both are
 * read again each time, so that an installation, a removal or a change of trust counts at once. Thread-safe.
 */
public final class InstalledConnectors {
    private final Path home;
    private final ConnectorStore store;
    private final KeyringFile keyring;

    /** @param home the folder that {@code AIRLOCK_HOME} names for the command */
    public InstalledConnectors(Path home) {
        this.home = home.toAbsolutePath();
        this.store = ConnectorStore.in(this.home);
        this.keyring = KeyringFile.in(this.home);
    }

    /**
     * Finds a connector, and hashes and verifies it.
     *
     * @throws IOException if the store or the keyring cannot be read, or if two connectors have that name and version
     */
    public Installed find(ConnectorReference reference) throws IOException {
        List<ContentHash> called = store.list().stream()
                .filter(stored -> stored.isCalled(reference))
                .map(StoredConnector::hash)
                .toList();
        if (called.size() > 1) {
            throw new IOException("More than one connector in " + home + " is called " + reference
                    + ". Remove them with `airlock uninstall`, then install the right one.");
        }
        return called.isEmpty() ? new Installed.Missing() : found(called.get(0), reference);
    }

    private Installed found(ContentHash hash, ConnectorReference reference) throws IOException {
        FileStamps before = stamps(hash);
        Installed found = Installed.at(hash, reference, store, keyring.read());
        return found instanceof Installed.Whole whole
                ? whole.checkedBy(check(before, hash, reference, whole.identity()))
                : found;
    }

    private FileStamps stamps(ContentHash hash) {
        List<Path> files = new ArrayList<>(store.files(hash));
        files.add(keyring.path());
        return FileStamps.of(files);
    }

    private IntegrityCheck check(
            FileStamps before, ContentHash hash, ConnectorReference called, ConnectorIdentity identity) {
        return before.check(new InstalledCheck(store, keyring, hash, called, identity));
    }

    /** Returns these connectors as a source for actions. */
    public ConnectorSource source() {
        return wanted -> {
            FileStamps before = stamps(new ContentHash(wanted.hash()));
            try {
                Found found = new StoredConnectors(store, keyring.read()).find(wanted);
                return found instanceof Found.Files whole
                        ? new Found.Files(checked(whole.files(), wanted, before))
                        : found;
            } catch (IOException e) {
                return new Found.Missing("The keyring in " + home + " cannot be used.");
            }
        };
    }

    private ConnectorFiles checked(ConnectorFiles files, RequiredConnector wanted, FileStamps before) {
        ConnectorIdentity identity = files.identity().orElseThrow();
        return files.checkedBy(check(before, new ContentHash(wanted.hash()), wanted.reference(), identity));
    }
}
