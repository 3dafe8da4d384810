package dev.airlock.runtime.recordings;

import dev.airlock.failures.AuditId;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

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

    /**
     * Returns a recorder for the calls of one connector. A recording that cannot be written is dropped, and does not affect the call's
     * outcome.
     *
     * @param origin the connector
     * @param module its WebAssembly module
     * @param wanted selects the calls to record
     * @param unwritten receives the exceptions of recordings that could not be written
     */
    public CallRecorder of(
            RecordingFile.Origin origin, byte[] module, Predicate<AuditId> wanted, Consumer<IOException> unwritten) {
        return new FolderRecorder(origin, module.clone(), wanted, unwritten);
    }

    /** Adds an attempt to a recording, or begins one. */
    public static void add(Path file, RecordingFile.Origin origin, Recording attempt) throws IOException {
        List<Recording> attempts = new ArrayList<>();
        if (Files.isRegularFile(file)) {
            attempts.addAll(earlier(file));
        }
        attempts.add(attempt);
        WholeFile.write(file, RecordingWriter.write(new RecordingFile(origin, attempts)));
    }

    private static List<Recording> earlier(Path file) throws IOException {
        try {
            return RecordingReader.read(Files.readAllBytes(file)).attempts();
        } catch (BadRecordingException e) {
            throw new IOException("the recording " + e.getMessage(), e);
        }
    }

    private final class FolderRecorder implements CallRecorder {
        private final RecordingFile.Origin origin;
        private final byte[] module;
        private final Predicate<AuditId> wanted;
        private final Consumer<IOException> unwritten;

        FolderRecorder(
                RecordingFile.Origin origin,
                byte[] module,
                Predicate<AuditId> wanted,
                Consumer<IOException> unwritten) {
            this.origin = origin;
            this.module = module;
            this.wanted = wanted;
            this.unwritten = unwritten;
        }

        @Override
        public boolean wants(AuditId call) {
            return wanted.test(call);
        }

        @Override
        public void recorded(Recording recording) {
            try {
                keep(origin.moduleHash(), module);
                add(file(recording.asked().auditId()), origin, recording);
            } catch (IOException e) {
                unwritten.accept(e);
            }
        }
    }
}
