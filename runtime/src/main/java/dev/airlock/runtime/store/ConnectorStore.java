package dev.airlock.runtime.store;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.files.ProcessLock;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.SignatureCheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where installed connectors lie: {@code sha256/<hash>/} with module, manifest and signatures. What a connector is called is read
 * from its manifest each time, so there is no index that could be wrong.
 *
 * <p>What is here is as it was installed, or is noticed: every reader compares the hash. A connector appears whole or not at all,
 * whatever breaks off meanwhile; changes are made by one process at a time, and readers need no lock. Thread-safe.
 */
public final class ConnectorStore {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final long MOST_MODULE_BYTES = LimitRule.of(LimitName.MODULE).ceiling();
    private static final int MOST_SIGNATURE_BYTES = 64;

    private final Path root;

    /** The store in that folder, which is made when something is installed. */
    public ConnectorStore(Path root) {
        this.root = root.toAbsolutePath();
    }

    /**
     * Puts a package in its place, on disk when this returns. One that lies there already and is whole stays; signatures that the
     * package bears take the place of others.
     *
     * @return whether anything was written
     * @throws IOException if it could not be done; what lay there is as it was
     */
    @SuppressWarnings("try") // the lock is held, not used
    public boolean put(ConnectorPackage content) throws IOException {
        try (ProcessLock lock = lock()) {
            clearUnfinished();
            Path place = folder(content.hash());
            Optional<ConnectorPackage> present = read(content.hash());
            if (present.isPresent()
                    && isWhole(content.hash(), present.get())
                    && hasSignaturesOf(present.get(), content)) {
                return false;
            }
            try {
                replace(place, written(content));
            } finally {
                clearUnfinished(); // a full disk is not to stay full of what could not be finished
            }
            return true;
        }
    }

    /**
     * The bytes that lie at a hash's place, as they are now: whoever asks compares {@link ConnectorPackage#hash}.
     *
     * @return empty if nothing lies there that could be a connector
     * @throws IOException if it cannot be read
     */
    public Optional<ConnectorPackage> read(ContentHash hash) throws IOException {
        Path folder = folder(hash);
        Optional<byte[]> module = bytes(folder.resolve(ConnectorPackage.MODULE), MOST_MODULE_BYTES);
        Optional<byte[]> manifest = bytes(folder.resolve(ConnectorPackage.MANIFEST), ManifestReader.MAX_BYTES);
        if (module.isEmpty() || manifest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ConnectorPackage(
                module.get(),
                manifest.get(),
                bytes(folder.resolve(ConnectorPackage.SIGNATURE), MOST_SIGNATURE_BYTES),
                bytes(folder.resolve(ConnectorPackage.SIGNATURE_V2), MOST_SIGNATURE_BYTES)));
    }

    /** Whether anything lies at a hash's place, whole or not. */
    public boolean holds(ContentHash hash) {
        return Files.exists(folder(hash), LinkOption.NOFOLLOW_LINKS);
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
                : new ConnectorIdentity.Unsigned(name, folder(hash).toRealPath());
    }

    /** What is installed, in the order of the hashes, without a look at the modules. */
    public List<StoredConnector> list() throws IOException {
        List<StoredConnector> connectors = new ArrayList<>();
        for (ContentHash hash : hashes()) {
            Path folder = folder(hash);
            byte[] manifest = bytes(folder.resolve(ConnectorPackage.MANIFEST), ManifestReader.MAX_BYTES)
                    .orElse(new byte[0]);
            connectors.add(
                    new StoredConnector(hash, ManifestReader.read(ConnectorPackage.MANIFEST, manifest), size(folder)));
        }
        return connectors;
    }

    /** The connectors whose bytes are not those that their place is called by: altered, or cut off. Reads everything. */
    public List<ContentHash> altered() throws IOException {
        List<ContentHash> altered = new ArrayList<>();
        for (ContentHash hash : hashes()) {
            Optional<ConnectorPackage> present = read(hash);
            if (present.isEmpty() || !isWhole(hash, present.get())) {
                altered.add(hash);
            }
        }
        return altered;
    }

    /**
     * Removes connectors, and what installs that broke off left behind.
     *
     * @param unneeded which ones
     * @return what was removed
     */
    @SuppressWarnings("try") // the lock is held, not used
    public List<StoredConnector> remove(Predicate<StoredConnector> unneeded) throws IOException {
        if (!Files.isDirectory(all())) {
            return List.of();
        }
        try (ProcessLock lock = lock()) {
            clearUnfinished();
            List<StoredConnector> removed = list().stream().filter(unneeded).toList();
            for (StoredConnector connector : removed) {
                Path aside = Files.createDirectories(unfinished()).resolve("removed");
                Files.move(folder(connector.hash()), aside, StandardCopyOption.ATOMIC_MOVE);
                clearUnfinished();
            }
            return removed;
        }
    }

    /** The folder of a connector. */
    private Path folder(ContentHash hash) {
        return all().resolve(hash.hex());
    }

    private static boolean isWhole(ContentHash hash, ConnectorPackage present) {
        return present.hash().equals(hash);
    }

    /** Whether every signature that a package bears is there already. */
    private static boolean hasSignaturesOf(ConnectorPackage present, ConnectorPackage content) {
        return isSame(content.signature(), present.signature()) && isSame(content.signatureV2(), present.signatureV2());
    }

    private static boolean isSame(Optional<byte[]> wanted, Optional<byte[]> present) {
        return wanted.isEmpty()
                || present.filter(there -> Arrays.equals(there, wanted.get())).isPresent();
    }

    /** The package in a folder of its own, forced to disk and read back. */
    private Path written(ConnectorPackage content) throws IOException {
        Path folder = unfinished().resolve("new");
        WholeFile.createFolder(folder);
        WholeFile.createFolder(all());
        WholeFile.create(folder.resolve(ConnectorPackage.MODULE), content.module());
        WholeFile.create(folder.resolve(ConnectorPackage.MANIFEST), content.manifest());
        if (content.signature().isPresent()) {
            WholeFile.create(
                    folder.resolve(ConnectorPackage.SIGNATURE),
                    content.signature().get());
        }
        if (content.signatureV2().isPresent()) {
            WholeFile.create(
                    folder.resolve(ConnectorPackage.SIGNATURE_V2),
                    content.signatureV2().get());
        }
        ContentHash readBack = ContentHash.of(
                Files.readAllBytes(folder.resolve(ConnectorPackage.MODULE)),
                Files.readAllBytes(folder.resolve(ConnectorPackage.MANIFEST)));
        if (!readBack.equals(content.hash())) {
            throw new IOException("What was written is not what was to be written.");
        }
        return folder;
    }

    private void replace(Path place, Path finished) throws IOException {
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(place, unfinished().resolve("replaced"), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(finished, place, StandardCopyOption.ATOMIC_MOVE);
        WholeFile.force(all());
    }

    /** What is there under the lock was left by an install or a removal that broke off. */
    private void clearUnfinished() throws IOException {
        if (!Files.isDirectory(unfinished(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> left = Files.walk(unfinished())) {
            for (Path path : left.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private List<ContentHash> hashes() throws IOException {
        try (Stream<Path> folders = Files.list(all())) {
            return folders.map(folder -> ContentHash.parse("sha256:" + folder.getFileName()))
                    .flatMap(Optional::stream)
                    .sorted(java.util.Comparator.comparing(ContentHash::text))
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toFile).mapToLong(java.io.File::length).sum();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return 0; // it was removed meanwhile, or is no connector
        }
    }

    /** At most one byte more than is permitted, so that something too long is noticed as altered. A link is not followed. */
    private static Optional<byte[]> bytes(Path file, long most) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(in.readNBytes(Math.toIntExact(most + 1)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private ProcessLock lock() throws IOException {
        return ProcessLock.take(root.resolve(".lock"), WAIT);
    }

    private Path all() {
        return root.resolve("sha256");
    }

    private Path unfinished() {
        return root.resolve("unfinished");
    }
}
