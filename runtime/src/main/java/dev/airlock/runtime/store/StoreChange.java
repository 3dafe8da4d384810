package dev.airlock.runtime.store;

import dev.airlock.manifests.ManifestResult;
import dev.airlock.runtime.files.ProcessLock;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.runtime.packages.ConnectorPackage;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.Keyring;
import dev.airlock.runtime.packages.SignatureCheck;
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
 * The right to change a store, which one thread of one process has at a time. What a change is decided by, the pins of actions say,
 * is read while it is held, and what makes another's change wrong is written before it is closed. To be closed by the thread that
 * took it, which must not take it twice.
 */
public final class StoreChange implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final StoreFolders folders;
    private final ProcessLock lock;

    /** Puts a change on record. */
    @FunctionalInterface
    public interface Recording {
        /** Nothing to record. */
        Recording NONE = () -> {};

        /**
         * Returns once it is on record.
         *
         * @throws IOException if it cannot be recorded; an unchecked exception says the same
         */
        void write() throws IOException;
    }

    private StoreChange(StoreFolders folders, ProcessLock lock) {
        this.folders = folders;
        this.lock = lock;
    }

    /** Waits for the right, and tidies up after changes that broke off. */
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
     * Puts packages in their places, on disk when this returns. One that lies there already and is whole stays, and signatures join
     * those that it has; what was altered is made whole. All of it is on disk beside the places before it is recorded.
     *
     * @param keyring decides whether signatures that lie there may stay: not if a trusted key's package would fail with them
     * @param record what has to be on record before anything is in its place
     * @return whether anything was written
     * @throws IOException if it could not be done; what lay there is as it was or better
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
            clearUnfinished(); // a full disk is not to stay full of what could not be finished
        }
    }

    /** The package with the signatures that lie at its place beside its own, unless it would fail with them. */
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
     * Removes connectors. They are out of their places before this is recorded, and back there if it cannot be.
     *
     * @param hashes which ones; those that are not there are passed over
     * @param record what has to be on record before anything is deleted; not asked if there is nothing to remove
     * @throws IOException if it could not be done; then nothing was removed
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
            cause.addSuppressed(e); // whoever changes the store next puts it back
        }
    }

    /** What is on its way would else be written where a link leads, or what is removed would lie there for ever. */
    private void requireOwnFolders() throws IOException {
        for (Path folder : List.of(folders.unfinished(), folders.removing())) {
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !StoreFolders.isEntry(folder)) {
                throw new FileAlreadyExistsException(folder.toString());
            }
        }
    }

    /** What a removal took away and did not get on record. */
    private void putBack() throws IOException {
        if (!StoreFolders.isEntry(folders.removing())) {
            return;
        }
        for (Path taken : inside(folders.removing())) {
            Path place = folders.all().resolve(name(taken));
            boolean isFree = !Files.exists(place, LinkOption.NOFOLLOW_LINKS); // or somebody copied it back by hand
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

    /** What is there under the lock was left by a change that broke off. */
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

    /** Gives the right back. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
