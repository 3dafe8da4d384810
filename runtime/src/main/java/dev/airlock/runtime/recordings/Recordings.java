package dev.airlock.runtime.recordings;

import dev.airlock.failures.AuditId;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A folder of recordings, each under the audit id of its call, readable by its owner only. Their modules are stored beside them, each under
 * its hash. Thread-safe.
 */
public final class Recordings {
    private static final String ENDING = ".jsonl";

    private final Path folder;

    private Recordings(Path folder) {
        this.folder = folder;
    }

    /** Returns the recordings in a folder, which is created with the first one. */
    public static Recordings in(Path folder) {
        return new Recordings(folder);
    }

    /** Returns the file of a call's recording, whether or not it exists. */
    public Path file(AuditId call) {
        return folder.resolve(call.value() + ENDING);
    }

    /** Returns the module with a hash, if a recording was made with it. */
    public Optional<byte[]> module(ContentHash hash) throws IOException {
        Path file = moduleFile(hash);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        byte[] module = Files.readAllBytes(file);
        return RecordingFile.hash(module).equals(hash) ? Optional.of(module) : Optional.empty();
    }

    /** Stores a module for its recordings. */
    public void keep(ContentHash hash, byte[] module) throws IOException {
        Path file = moduleFile(hash);
        if (!Files.isRegularFile(file)) {
            WholeFile.write(file, module);
        }
    }

    private Path moduleFile(ContentHash hash) {
        return folder.resolve("modules").resolve(hash.hex() + ".wasm");
    }
}
