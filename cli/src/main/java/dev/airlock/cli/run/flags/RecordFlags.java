package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.recordings.KeptRecordings;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags for the recording of a run. */
public final class RecordFlags {
    @Option(
            names = "--record",
            description =
                    "Keep a recording of the call, for airlock replay with its audit id: the connector's requests and the"
                            + " answers, without secrets of bindings.")
    private boolean record;

    @Option(
            names = "--record-to",
            paramLabel = "FILE",
            description = "Keep the recording in this file, and replace the file. Default: no recording.")
    private @Nullable Path file;

    /** Opens the recording, if one is requested. */
    public Optional<RunRecording> open(Terminal terminal, ConnectorFiles files, AuditId call) {
        if (file != null) {
            return Optional.of(RunRecording.open(terminal, files, terminal.resolve(file), TypedFile.shown(file)));
        }
        return record
                ? Optional.of(RunRecording.open(
                        terminal, files, KeptRecordings.folder(terminal).file(call), call.value()))
                : Optional.empty();
    }
}
