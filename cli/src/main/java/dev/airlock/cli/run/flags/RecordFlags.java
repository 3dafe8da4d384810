package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.recordings.KeptRecordings;
import dev.airlock.cli.recordings.ScenarioFile;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            description =
                    "Keep the recording in this file, and replace the file. Default: no recording. A name that ends with .toml"
                            + " stands for a new file: the call as a scenario for airlock test, with secrets replaced.")
    private @Nullable Path file;

    /** Opens the recording, if one is requested. */
    public Optional<RunRecording> open(Terminal terminal, ConnectorFiles files, AuditId call) {
        scenario(terminal).ifPresent(ScenarioFile::check);
        if (file != null && !ScenarioFile.isNamedAsOne(file)) {
            return Optional.of(RunRecording.open(terminal, files, terminal.resolve(file), TypedFile.shown(file)));
        }
        return record || file != null
                ? Optional.of(RunRecording.open(
                        terminal, files, KeptRecordings.folder(terminal).file(call), call.value()))
                : Optional.empty();
    }

    /**
     * Writes the call as a scenario, if one is requested. The outcome of the call stays as it is if that fails.
     *
     * @param call the audit id of the call
     * @return lines about the scenario for a person
     */
    public List<String> writeScenario(Terminal terminal, AuditId call) {
        try {
            return scenario(terminal)
                    .map(wanted -> wanted.write(call.value()).lines())
                    .orElse(List.of());
        } catch (CommandProblem problem) {
            List<String> lines = new ArrayList<>();
            lines.add("scenario: not written. " + problem.text());
            problem.problems().forEach(why -> lines.add("  " + why));
            return lines;
        }
    }

    private Optional<ScenarioFile> scenario(Terminal terminal) {
        return Optional.ofNullable(file)
                .filter(ScenarioFile::isNamedAsOne)
                .map(typed -> new ScenarioFile(terminal, typed, false, "remove it first"));
    }
}
