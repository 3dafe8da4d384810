package dev.airlock.registry.store;

import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.runtime.files.ProcessLock;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lock for changes of a store, held by one thread of one process at a time. Read everything that decides a change, such as the pins of
 * actions, while you hold it; and write everything that affects other changes before you close it. The thread that took it must close it,
 * and must not take it twice.
 */
public final class StoreChange implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final StoreFolders folders;
    private final ProcessLock lock;

    /** Records a change. */
    @FunctionalInterface
    public interface Recording {
        /** Records nothing. */
        Recording NONE = () -> {};

        /**
         * Returns once the change is recorded.
         *
         * @throws IOException if it cannot be recorded; an unchecked exception means the same
         */
        void write() throws IOException;
    }

    private StoreChange(StoreFolders folders, ProcessLock lock) {
        this.folders = folders;
        this.lock = lock;
    }

    /** Waits for the lock, and cleans up after interrupted changes. */
    static StoreChange begin(StoreFolders folders) throws IOException {
        StoreChange change = new StoreChange(folders, ProcessLock.take(folders.lock(), WAIT));
        try {
            change.requireOwnFolders();
            change.putBack();
            change.clearUnfinished();
            return change;
        } catch (IOException | RuntimeException e) {
            change.close();
            throw e;
        }
    }

    /**
     * Installs packages, on disk when this returns. An intact one stays, and gets additional signatures; an altered one is repaired.
     * Everything is on disk beside the places before it is recorded.
     *
     * @param keyring decides whether present signatures may stay: not if they would make a trusted key's package fail
     * @param record must succeed before anything is put in its place
     * @return whether anything was written
     * @throws IOException if it failed; the places are then as they were or better
     */
    public boolean put(Collection<ConnectorPackage> contents, Keyring keyring, Recording record) throws IOException {
        try {
            List<StagedConnector> staged = new ArrayList<>();
            for (ConnectorPackage content : contents) {
                staged.add(StagedConnector.stage(folders, joined(content, keyring)));
            }
            record.write();
            boolean anything = false;
            for (StagedConnector connector : staged) {
                anything |= connector.publish();
            }
            return anything;
        } finally {
            clearUnfinished(); // unfinished files must not keep a full disk full
        }
    }

    /** Returns the package with the signatures at its place added to its own, unless they would make it fail. */
    private ConnectorPackage joined(ConnectorPackage content, Keyring keyring) throws IOException {
        Path place = folders.place(content.hash());
        if (!StoreFolders.isEntry(place)) {
            return content;
        }
        Optional<byte[]> v1 = StoreFolders.file(place, ConnectorPackage.SIGNATURE);
        Optional<byte[]> v2 = StoreFolders.file(place, ConnectorPackage.SIGNATURE_V2);
        ConnectorPackage union = new ConnectorPackage(
                content.module(),
                content.manifest(),
                new ConnectorPackage.Signatures(
                        content.signature().or(() -> v1), content.signatureV2().or(() -> v2)));
        return content.readManifest() instanceof ManifestResult.Read read
                        && keyring.check(union, read.manifest().connector().name()) instanceof SignatureCheck.Failed
                ? content
                : union;
    }

    /**
     * Removes connectors. They are moved away before the removal is recorded, and moved back if it cannot be recorded.
     *
     * @param hashes the connectors; missing ones are ignored
     * @param record must succeed before anything is deleted; not called if there is nothing to remove
     * @throws IOException if it failed; then nothing was removed
     */
    public void remove(Collection<ContentHash> hashes, Recording record) throws IOException {
        List<Path> places = hashes.stream()
                .map(folders::place)
                .filter(place -> Files.exists(place, LinkOption.NOFOLLOW_LINKS))
                .toList();
        if (places.isEmpty()) {
            return;
        }
        try {
            WholeFile.createFolder(folders.removing());
            WholeFile.createFolder(folders.unfinished());
            for (Path place : places) {
                Files.move(place, folders.removing().resolve(name(place)), StandardCopyOption.ATOMIC_MOVE);
            }
            WholeFile.force(folders.all());
            record.write();
        } catch (IOException | RuntimeException e) {
            putBackAfter(e);
            throw e;
        }
        Files.move(folders.removing(), folders.unfinished().resolve("removed"), StandardCopyOption.ATOMIC_MOVE);
        WholeFile.force(folders.root());
        clearUnfinished();
    }

    private void putBackAfter(Exception cause) {
        try {
            putBack();
            clearUnfinished();
        } catch (IOException e) {
            cause.addSuppressed(e); // the next change moves it back
        }
    }

    /**
     * Refuses links in place of the work folders, since files would be written to their targets, or removed ones would stay there forever.
     */
    private void requireOwnFolders() throws IOException {
        for (Path folder : List.of(folders.unfinished(), folders.removing())) {
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !StoreFolders.isEntry(folder)) {
                throw new FileAlreadyExistsException(folder.toString());
            }
        }
    }

    /** Restores connectors that an interrupted removal moved away without recording it. */
    private void putBack() throws IOException {
        if (!StoreFolders.isEntry(folders.removing())) {
            return;
        }
        for (Path taken : inside(folders.removing())) {
            Path place = folders.all().resolve(name(taken));
            boolean isFree = !Files.exists(place, LinkOption.NOFOLLOW_LINKS); // or it was copied back by hand
            Files.move(
                    taken,
                    isFree
                            ? place
                            : Files.createDirectories(folders.unfinished()).resolve(name(taken)),
                    StandardCopyOption.ATOMIC_MOVE);
        }
        WholeFile.force(folders.all());
        Files.delete(folders.removing());
    }

    /** Deletes the files of interrupted changes. Under the lock, no other files are there. */
    private void clearUnfinished() throws IOException {
        if (!StoreFolders.isEntry(folders.unfinished())) {
            return;
        }
        try (Stream<Path> left = Files.walk(folders.unfinished())) {
            for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.toList();
        }
    }

    private static Path name(Path path) {
        return Objects.requireNonNull(path.getFileName(), "it is in a folder");
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
