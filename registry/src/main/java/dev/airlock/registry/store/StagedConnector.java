package dev.airlock.registry.store;

import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connector that is being installed. Missing files are first written to disk beside its place, so that publishing rarely fails.
 * Publishing is a sequence of renames, each of which leaves the place as good as before or better; a complete connector stays complete.
 */
final class StagedConnector {
    private final StoreFolders folders;
    private final Path staged;
    private final Path place;
    private final List<String> lacking = new ArrayList<>();
    private final List<String> surplus = new ArrayList<>();

    private StagedConnector(StoreFolders folders, Path staged, Path place) {
        this.folders = folders;
        this.staged = staged;
        this.place = place;
    }

    /** Writes the files that the place of a connector lacks, forces them to disk and reads them back. */
    static StagedConnector stage(StoreFolders folders, ConnectorPackage content) throws IOException {
        StagedConnector connector = new StagedConnector(
                folders, folders.unfinished().resolve(content.hash().hex()), folders.place(content.hash()));
        WholeFile.createFolder(folders.all());
        WholeFile.createFolder(connector.staged);
        connector.requirePlace();
        for (Map.Entry<String, Optional<byte[]>> file : files(content).entrySet()) {
            connector.stage(file.getKey(), file.getValue());
        }
        return connector;
    }

    /** Requires that the place is writable. Otherwise a staged connector would be recorded but never published. */
    private void requirePlace() throws IOException {
        Path written = StoreFolders.isEntry(place) ? place : folders.all();
        if (!Files.isWritable(written)) {
            throw new AccessDeniedException(written.toString());
        }
    }

    private static Map<String, Optional<byte[]>> files(ConnectorPackage content) {
        Map<String, Optional<byte[]>> files = new LinkedHashMap<>();
        files.put(ConnectorPackage.MODULE, Optional.of(content.module()));
        files.put(ConnectorPackage.MANIFEST, Optional.of(content.manifest()));
        files.put(ConnectorPackage.SIGNATURE, content.signature());
        files.put(ConnectorPackage.SIGNATURE_V2, content.signatureV2());
        return files;
    }

    private void stage(String name, Optional<byte[]> wanted) throws IOException {
        Optional<byte[]> present = StoreFolders.isEntry(place) ? StoreFolders.file(place, name) : Optional.empty();
        if (wanted.isEmpty()) {
            present.ifPresent(bytes -> surplus.add(name));
        } else if (!isSame(wanted.get(), present)) {
            WholeFile.create(staged.resolve(name), wanted.get());
            if (!isSame(wanted.get(), StoreFolders.file(staged, name))) {
                throw new IOException("The written bytes do not match the connector.");
            }
            lacking.add(name);
        }
    }

    private static boolean isSame(byte[] wanted, Optional<byte[]> present) {
        return present.filter(bytes -> Arrays.equals(bytes, wanted)).isPresent();
    }

    /**
     * Moves the staged files to their place.
     *
     * @return whether anything was
     */
    boolean publish() throws IOException {
        if (!StoreFolders.isEntry(place)) {
            clear(place);
            Files.move(staged, place, StandardCopyOption.ATOMIC_MOVE);
            WholeFile.force(folders.all());
            return true;
        }
        for (String name : lacking) {
            if (Files.isDirectory(place.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                clear(place.resolve(name));
            }
            Files.move(staged.resolve(name), place.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        }
        for (String name : surplus) {
            Files.delete(place.resolve(name));
        }
        WholeFile.force(place);
        return !lacking.isEmpty() || !surplus.isEmpty();
    }

    /** Moves aside anything that is in the way and not part of a connector. */
    private void clear(Path taken) throws IOException {
        if (Files.exists(taken, LinkOption.NOFOLLOW_LINKS)) {
            Files.move(
                    taken,
                    Files.createTempDirectory(folders.unfinished(), "in-the-way-")
                            .resolve("it"),
                    StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
