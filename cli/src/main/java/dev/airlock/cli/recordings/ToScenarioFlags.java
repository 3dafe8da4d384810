package dev.airlock.cli.recordings;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.conversion.ScenarioConversion;
import dev.airlock.conformance.conversion.ScenarioOfRecording;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.failures.AuditId;
import dev.airlock.formats.text.Printable;
import dev.airlock.runtime.files.WholeFile;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recordings.RecordingReader;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that convert a recorded call to a scenario. */
public final class ToScenarioFlags {
    @Option(
            names = "--to-scenario",
            paramLabel = "FILE",
            description =
                    "Write the call's last recorded attempt to FILE, as a scenario for airlock test that expects this outcome."
                            + " Secrets are replaced, and each place is listed. The call must have been made with --record.")
    private @Nullable Path file;

    @Option(names = "--force", description = "Replace FILE if it exists.")
    private boolean force;

    /**
     * Writes the scenario, if a file was named.
     *
     * @param call the audit id of the call, or of one of its attempts
     */
    public Optional<WrittenScenario> write(Terminal terminal, String call) {
        if (file == null) {
            if (force) {
                throw CommandProblem.usage("--force needs --to-scenario FILE, the file to replace.");
            }
            return Optional.empty();
        }
        if (!file.toString().endsWith(ScenarioSuite.ENDING)) {
            throw CommandProblem.usage("The scenario " + TypedFile.shown(file) + " needs a name that ends with "
                    + ScenarioSuite.ENDING + "; airlock test reads only those.");
        }
        Path recording = recording(terminal, call);
        ScenarioConversion conversion = ScenarioOfRecording.of(read(terminal, recording));
        if (conversion instanceof ScenarioConversion.Untold untold) {
            throw notConverted(untold, recording, call);
        }
        ScenarioConversion.Told told = (ScenarioConversion.Told) conversion;
        write(terminal, file, told.text());
        return Optional.of(new WrittenScenario(file, told.replaced(), told.remarks()));
    }

    private static Path recording(Terminal terminal, String call) {
        return KeptRecordings.lastAttempt(terminal, new AuditId(call))
                .orElseThrow(
                        () -> problem(
                                "There is no recording of " + call
                                        + ". Run it again with --record, airlock run DIR OP --record, and use the audit id of that run."));
    }

    private static RecordingFile read(Terminal terminal, Path recording) {
        try {
            return RecordingReader.read(TypedFile.bytes(terminal, recording, RecordingFile.MOST_BYTES + 1L));
        } catch (BadRecordingException e) {
            throw problem("The recording " + TypedFile.shown(recording) + " " + e.getMessage()
                    + ". Run the call again with --record.");
        }
    }

    private static CommandProblem notConverted(ScenarioConversion.Untold untold, Path recording, String call) {
        String next = untold.servesAsRecording()
                ? "Write a scenario that names the recording instead, with one line: recording = \""
                        + TypedFile.shown(recording) + "\"."
                : "Look at it with airlock replay " + call + " --trace.";
        return CommandProblem.configuration(
                "This call cannot be written as a scenario, so none was written. " + next,
                untold.reasons().stream()
                        .map(reason -> (reason.startsWith("exchange ") ? "" : "the call ") + Printable.of(reason))
                        .toList());
    }

    private void write(Terminal terminal, Path typed, String text) {
        Path target = terminal.resolve(typed).toAbsolutePath();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            Files.createDirectories(Optional.ofNullable(target.getParent()).orElse(target));
            if (force && !Files.isDirectory(target)) {
                WholeFile.write(target, bytes);
            } else {
                WholeFile.create(target, bytes);
            }
        } catch (FileAlreadyExistsException e) {
            throw problem(TypedFile.shown(typed) + " exists already. Choose another name, or replace it with --force.");
        } catch (IOException e) {
            throw problem("The scenario cannot be written to " + TypedFile.shown(typed)
                    + ". Name a file in a folder that you may write to.");
        }
    }

    private static CommandProblem problem(String message) {
        return CommandProblem.configuration(message, List.of());
    }
}
