package dev.airlock.runtime.actions.source;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.files.FileStamps;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the connector in a folder, from {@code manifest.toml} and {@code connector.wasm}. The files are unsigned, so the folder is part of
 * the connector's identity: another folder with the same name is another connector.
 */
public final class FolderReading {
    private static final long MOST_MODULE_BYTES = LimitRule.of(LimitName.MODULE).ceiling();

    private final Path manifest;
    private final Path module;
    private final Path folder;
    private final FileStamps before;

    /** Begins to read. The check of the connector notices changes in the folder after this moment. */
    public FolderReading(Path folder) {
        this.folder = folder;
        this.manifest = folder.resolve(ConnectorFiles.MANIFEST).toAbsolutePath();
        this.module = folder.resolve(ConnectorFiles.MODULE).toAbsolutePath();
        this.before = FileStamps.of(List.of(module, manifest));
    }

    /**
     * Returns the bytes of its manifest: at most one more than permitted, so that the reader refuses a longer one.
     *
     * @throws IOException if it cannot be read
     */
    public byte[] manifest() throws IOException {
        return bytes(manifest, ManifestReader.MAX_BYTES);
    }

    /**
     * Returns the connector, with a check that nothing in the folder has changed since.
     *
     * @param manifest the bytes of its manifest, as read from here
     * @param declared the name and version in that manifest
     * @throws IOException if its module cannot be read
     */
    public ConnectorFiles files(byte[] manifest, ConnectorReference declared) throws IOException {
        ConnectorFiles files =
                new ConnectorFiles(manifest, module(), new ConnectorIdentity.Unsigned(declared.name(), real()));
        return files.checkedBy(before.check(call -> altered(call, declared, new ContentHash(files.hash()))));
    }

    private Optional<Failure> altered(AuditId call, ConnectorReference declared, ContentHash read) {
        String actual = hash();
        return actual.equals(read.text())
                ? Optional.empty()
                : Optional.of(
                        Failure.hashMismatch(
                                call,
                                declared.toString(),
                                read.text(),
                                actual,
                                "The files in its folder are not the ones that were loaded. Load it again if you want the new ones."));
    }

    private String hash() {
        try {
            return ContentHash.of(module(), manifest()).text();
        } catch (IOException | ClosedFileSystemException e) {
            return "none";
        }
    }

    private byte[] module() throws IOException {
        return bytes(module, MOST_MODULE_BYTES);
    }

    private Path real() {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize();
        }
    }

    private static byte[] bytes(Path file, long most) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, "is not a file"); // nobody waits for what comes out of a pipe
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Math.toIntExact(most + 1));
        }
    }
}
