package dev.airlock.conformance.scenarios;

import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recordings.RecordingReader;
import dev.airlock.sandbox.recording.BadRecordingException;
import dev.airlock.sandbox.recording.Recording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Recordings that take the world's place in a scenario. */
final class RecordedCalls {
    private RecordedCalls() {}

    /** The last attempt of a recording. */
    static Recording read(Path file) throws IOException, BadRecordingException {
        if (!Files.isRegularFile(file)) {
            // what has no end, or waits for somebody to write, is none
            throw new IOException("no regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            List<Recording> attempts = RecordingReader.read(in.readNBytes(RecordingFile.MOST_BYTES + 1))
                    .attempts();
            Recording last = attempts.get(attempts.size() - 1);
            if (!last.end().isComplete()) {
                throw new BadRecordingException("is not whole");
            }
            if (last.end().cut().isPresent()) {
                throw new BadRecordingException(
                        "is of a call that was ended from outside, which another build does not repeat");
            }
            return last;
        }
    }
}
