package dev.airlock.runtime.recordings;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Records the calls of one connector into a folder. A recording that cannot be written is dropped, and does not affect the call's outcome.
 * Thread-safe.
 */
public final class FolderRecorder implements CallRecorder {
    private final Recordings folder;
    private final RecordingFile.Origin origin;
    private final byte[] module;
    private final Predicate<AuditId> wanted;
    private final Consumer<IOException> unwritten;

    /**
     * @param origin the connector
     * @param module its WebAssembly module
     * @param wanted selects the calls to record
     * @param unwritten receives the exceptions of recordings that could not be written
     */
    public FolderRecorder(
            Recordings folder,
            RecordingFile.Origin origin,
            byte[] module,
            Predicate<AuditId> wanted,
            Consumer<IOException> unwritten) {
        this.folder = folder;
        this.origin = origin;
        this.module = module.clone();
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
            folder.keep(origin.moduleHash(), module);
            add(folder.file(recording.asked().auditId()), origin, recording);
        } catch (IOException e) {
            unwritten.accept(e);
        }
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
}
