package dev.airlock.registry.store;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.runtime.files.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The store of installed connectors: {@code sha256/<hash>/} with module, manifest and signatures. The name of a connector is read from its
 * manifest each time, so there is no index that could be wrong.
 *
 * <p>Every reader compares the hash, so a change since the installation is noticed. A connector appears whole or not at all, even after a
 * crash. One process changes the store at a time ({@link #change}); readers need no lock. Thread-safe.
 */
public final class ConnectorStore {
    private final StoreFolders folders;

    /** Creates a store in a folder, which is created with the first installation. */
    public ConnectorStore(Path root) {
        this.folders = new StoreFolders(root.toAbsolutePath());
    }

    /** Returns the store in a home folder. */
    public static ConnectorStore in(Path home) {
        return new ConnectorStore(new Home(home).store());
    }

    /**
     * Waits for the lock on the store, for at most 1 min. Creates the store's folder if it does not exist.
     *
     * @throws dev.airlock.runtime.files.ProcessLock.BusyException if another holder keeps the lock all the time
     * @throws IOException if the store cannot be changed
     */
    public StoreChange change() throws IOException {
        return StoreChange.begin(folders);
    }

    /**
     * Installs one package, alone. See {@link StoreChange#put}.
     *
     * @return whether anything was written
     * @throws IOException if it failed; the place is then as it was or better
     */
    public boolean put(ConnectorPackage content) throws IOException {
        try (StoreChange change = change()) {
            return change.put(List.of(content), Keyring.empty(), StoreChange.Recording.NONE);
        }
    }

    /**
     * Returns the present bytes at the place of a hash; the caller compares {@link ConnectorPackage#hash}.
     *
     * @return empty if there is no possible connector
     * @throws IOException if it cannot be read
     */
    public Optional<ConnectorPackage> read(ContentHash hash) throws IOException {
        return folders.read(hash);
    }

    /** Returns the executed files of the connector at the place of a hash: module and manifest. */
    public List<Path> files(ContentHash hash) {
        Path place = folders.place(hash);
        return List.of(place.resolve(ConnectorPackage.MODULE), place.resolve(ConnectorPackage.MANIFEST));
    }

    /** Returns whether the folder holds a store. */
    public boolean exists() {
        return Files.isDirectory(folders.root());
    }

    /** Returns whether anything exists at the place of a hash, complete or not. */
    public boolean holds(ContentHash hash) {
        return Files.exists(folders.place(hash), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Returns the identity of a stored connector: its publisher's while a trusted key verifies it, otherwise that of its place.
     *
     * @param name the name in its own manifest
     * @throws IOException if its place cannot be found
     */
    public ConnectorIdentity identity(ConnectorName name, ContentHash hash, SignatureCheck signature)
            throws IOException {
        return signature instanceof SignatureCheck.Verified verified
                ? new ConnectorIdentity.Signed(name, verified.authority())
                : new ConnectorIdentity.Unsigned(
                        name, folders.all().toRealPath().resolve(hash.hex()));
    }

    /** Returns the installed connectors in the order of their hashes, without reading the modules. */
    public List<StoredConnector> list() throws IOException {
        List<StoredConnector> connectors = new ArrayList<>();
        for (ContentHash hash : hashes()) {
            Path place = folders.place(hash);
            Optional<byte[]> manifest = StoreFolders.file(place, ConnectorPackage.MANIFEST);
            if (manifest.isPresent() || holds(hash)) { // otherwise it was removed meanwhile
                connectors.add(new StoredConnector(
                        hash,
                        ManifestReader.read(ConnectorPackage.MANIFEST, manifest.orElse(new byte[0])),
                        size(place)));
            }
        }
        return connectors;
    }

    /**
     * Returns whether the connector at the place of a hash is intact. The hash does not say where the module ends; a readable manifest
     * does.
     */
    public boolean isWhole(ContentHash hash) throws IOException {
        return read(hash)
                .filter(present -> present.hash().equals(hash) && present.readManifest() instanceof ManifestResult.Read)
                .isPresent();
    }

    /** Returns the connectors whose bytes do not match the hash of their place: altered or truncated. Reads everything. */
    public List<ContentHash> altered() throws IOException {
        List<ContentHash> altered = new ArrayList<>();
        for (ContentHash hash : hashes()) {
            if (!isWhole(hash) && holds(hash)) {
                altered.add(hash);
            }
        }
        return altered;
    }

    /**
     * Returns the names of entries among the connectors that are not valid hashes, such as a hash in upper case. Nothing is ever run from
     * there.
     */
    public List<String> strays() throws IOException {
        return names().stream().filter(name -> hash(name).isEmpty()).toList();
    }

    private List<ContentHash> hashes() throws IOException {
        return names().stream()
                .map(ConnectorStore::hash)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the hash in a place's name, if it has exactly the form with lower-case digits. */
    private static Optional<ContentHash> hash(String name) {
        return ContentHash.parse("sha256:" + name).filter(hash -> hash.hex().equals(name));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> places = Files.list(folders.all())) {
            return places.map(place -> String.valueOf(place.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static long size(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.map(Path::toFile).mapToLong(java.io.File::length).sum();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return 0; // it was removed meanwhile, or is not a connector
        }
    }
}
