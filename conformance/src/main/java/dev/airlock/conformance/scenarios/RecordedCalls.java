package dev.airlock.conformance.scenarios;

import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recordings.RecordingReader;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads recordings that replace the outside world in a scenario. */
final class RecordedCalls {
    private RecordedCalls() {}

    /** Returns a recording whose last attempt is complete. */
    static RecordingFile read(Path file) throws IOException, BadRecordingException {
        if (!Files.isRegularFile(file)) {
            // other files may have no end, or wait for a writer
            throw new IOException("not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            RecordingFile recorded = RecordingReader.read(in.readNBytes(RecordingFile.MOST_BYTES + 1));
            Recording last = lastOf(recorded);
            if (!last.end().isComplete()) {
                throw new BadRecordingException("is incomplete");
            }
            if (last.end().cut().isPresent()) {
                throw new BadRecordingException(
                        "is of a call that was stopped from outside, which another build cannot repeat");
            }
            return recorded;
        }
    }

    static Recording lastOf(RecordingFile recorded) {
        return recorded.attempts().get(recorded.attempts().size() - 1);
    }
}
