package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.recordings.KeptRecordings;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.recordings.FolderRecorder;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recording of one run. Each attempt is added to a file when it ends. */
public final class RunRecording implements CallRecorder {
    private final Path file;
    private final String shown;
    private final RecordingFile.Origin origin;
    private volatile boolean isWritten;
    private volatile boolean isWhole = true;
    private volatile boolean isRedacted;

    private RunRecording(Path file, String shown, RecordingFile.Origin origin) {
        this.file = file;
        this.shown = shown;
        this.origin = origin;
    }

    /** Begins a recording. Stores the connector's module beside this user's recordings. */
    static RunRecording open(Terminal terminal, ConnectorFiles files, Path file, String shown) {
        byte[] module = files.module();
        RecordingFile.Origin origin = RecordingFile.Origin.of(files);
        try {
            KeptRecordings.folder(terminal).keep(origin.moduleHash(), module);
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "The recording " + shown
                            + " cannot be written; nothing was run. Choose a place that you may write to.",
                    List.of());
        }
        return new RunRecording(file, shown, origin);
    }

    @Override
    public boolean wants(AuditId call) {
        return true;
    }

    @Override
    public void recorded(Recording recording) {
        isWhole &= recording.end().isComplete();
        isRedacted |= recording.end().isRedacted();
        try {
            FolderRecorder.add(file, origin, recording);
            isWritten = true;
        } catch (IOException e) {
            isWritten = false;
        }
    }

    /** Returns lines about the recording for a person. */
    public List<String> lines() {
        if (!isWritten) {
            return List.of("airlock: no recording was kept: the call was not made, or the file cannot be written.");
        }
        String kept = "recorded: airlock replay " + shown + " repeats this call, offline.";
        if (!isWhole) {
            return List.of(kept, "airlock: the recording is incomplete: the call was larger than a recording may be.");
        }
        return isRedacted
                ? List.of(
                        kept, "airlock: a secret was removed from an answer to the connector, so a replay may differ.")
                : List.of(kept);
    }
}
