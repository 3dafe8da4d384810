package dev.airlock.runtime.store;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.SignatureCheck;
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
 * Where installed connectors lie: {@code sha256/<hash>/} with module, manifest and signatures. What a connector is called is read
 * from its manifest each time, so there is no index that could be wrong.
 *
 * <p>What is here is as it was installed, or is noticed: every reader compares the hash. A connector appears whole or not at all,
 * whatever breaks off meanwhile; changes are made by one process at a time ({@link #change}), and readers need no lock. Thread-safe.
 */
public final class ConnectorStore {
    private final StoreFolders folders;

    /** The store in that folder, which is made when something is installed. */
    public ConnectorStore(Path root) {
        this.folders = new StoreFolders(root.toAbsolutePath());
    }

    /** The store of whoever keeps their things in that folder. */
    public static ConnectorStore in(Path home) {
        return new ConnectorStore(new Home(home).store());
    }

    /**
     * Waits for the right to change the store, for a minute at most. It makes the store's folder if there is none.
     *
     * @throws dev.airlock.runtime.files.ProcessLock.BusyException if somebody else has it all the time
     * @throws IOException if the store cannot be changed
     */
    public StoreChange change() throws IOException {
        return StoreChange.begin(folders);
    }

    /**
     * Puts one package in its place, alone. See {@link StoreChange#put}.
     *
     * @return whether anything was written
     * @throws IOException if it could not be done; what lay there is as it was or better
     */
    public boolean put(ConnectorPackage content) throws IOException {
        try (StoreChange change = change()) {
            return change.put(List.of(content), Keyring.empty(), StoreChange.Recording.NONE);
        }
    }

    /**
     * The bytes that lie at a hash's place, as they are now: whoever asks compares {@link ConnectorPackage#hash}.
     *
     * @return empty if nothing lies there that could be a connector
     * @throws IOException if it cannot be read
     */
    public Optional<ConnectorPackage> read(ContentHash hash) throws IOException {
        return folders.read(hash);
    }

    /** What runs of the connector at a hash's place: module and manifest. */
    public List<Path> files(ContentHash hash) {
        Path place = folders.place(hash);
        return List.of(place.resolve(ConnectorPackage.MODULE), place.resolve(ConnectorPackage.MANIFEST));
    }

    /** Whether there is a store in its folder. */
    public boolean exists() {
        return Files.isDirectory(folders.root());
    }

    /** Whether anything lies at a hash's place, whole or not. */
    public boolean holds(ContentHash hash) {
        return Files.exists(folders.place(hash), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Who a connector in here counts as: its publisher's while a trusted key verifies it, else the one that lies at its place.
     *
     * @param name what its own manifest calls it
     * @throws IOException if its place cannot be found
     */
    public ConnectorIdentity identity(ConnectorName name, ContentHash hash, SignatureCheck signature)
            throws IOException {
        return signature instanceof SignatureCheck.Verified verified
                ? new ConnectorIdentity.Signed(name, verified.authority())
                : new ConnectorIdentity.Unsigned(
                        name, folders.all().toRealPath().resolve(hash.hex()));
    }

    /** What is installed, in the order of the hashes, without a look at the modules. */
    public List<StoredConnector> list() throws IOException {
        List<StoredConnector> connectors = new ArrayList<>();
        for (ContentHash hash : hashes()) {
            Path place = folders.place(hash);
            Optional<byte[]> manifest = StoreFolders.file(place, ConnectorPackage.MANIFEST);
            if (manifest.isPresent() || holds(hash)) { // else it was removed meanwhile
                connectors.add(new StoredConnector(
                        hash,
                        ManifestReader.read(ConnectorPackage.MANIFEST, manifest.orElse(new byte[0])),
                        size(place)));
            }
        }
        return connectors;
    }

    /**
     * Whether the connector at a hash's place is as it was installed. The hash does not say where the module ends; a manifest that
     * can be read does.
     */
    public boolean isWhole(ContentHash hash) throws IOException {
        return read(hash)
                .filter(present -> present.hash().equals(hash) && present.readManifest() instanceof ManifestResult.Read)
                .isPresent();
    }

    /** The connectors whose bytes are not those that their place is called by: altered, or cut off. Reads everything. */
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
     * The names of what lies among the connectors and is called by no hash, such as a hash in upper case. Nothing is ever run from
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

    /** The hash that a place is called by: its digits in lower case, and in no other way. */
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
            return 0; // it was removed meanwhile, or is no connector
        }
    }
}
