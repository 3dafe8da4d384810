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

/**
 * A file for a scenario that is made of a recorded call.
 *
 * @param terminal the terminal whose directory resolves a relative path
 * @param typed the file, as a person typed it
 * @param replace whether it may replace one that is there
 * @param otherwise what a person can do about one that is there, beside choosing another name
 */
public record ScenarioFile(Terminal terminal, Path typed, boolean replace, String otherwise) {
    /** Returns whether a file's name is one that a scenario has. */
    public static boolean isNamedAsOne(Path typed) {
        return typed.toString().endsWith(ScenarioSuite.ENDING);
    }

    /** Ends the command if the file is there and may not be replaced, or has a name that no scenario has. */
    public void check() {
        if (!isNamedAsOne(typed)) {
            throw CommandProblem.usage("The scenario " + TypedFile.shown(typed) + " needs a name that ends with "
                    + ScenarioSuite.ENDING + "; airlock test reads only those.");
        }
        if (!replace && Files.exists(terminal.resolve(typed))) {
            throw exists();
        }
    }

    /**
     * Writes the scenario. Ends the command, with the reason, if the call cannot be one.
     *
     * @param call the audit id of the call, or of one of its attempts
     */
    public WrittenScenario write(String call) {
        check();
        Path recording = recording(call);
        ScenarioConversion conversion = ScenarioOfRecording.of(read(recording));
        if (conversion instanceof ScenarioConversion.Untold untold) {
            throw notConverted(untold, recording, call);
        }
        ScenarioConversion.Told told = (ScenarioConversion.Told) conversion;
        save(told.text());
        return new WrittenScenario(typed, told.replaced(), told.remarks());
    }

    private Path recording(String call) {
        return KeptRecordings.lastAttempt(terminal, new AuditId(call))
                .orElseThrow(
                        () -> problem(
                                "There is no recording of " + call
                                        + ". Run it again with --record, airlock run DIR OP --record, and use the audit id of that run."));
    }

    private RecordingFile read(Path recording) {
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

    private void save(String text) {
        Path target = terminal.resolve(typed).toAbsolutePath();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            WholeFile.createFolderOf(target);
            if (replace && !Files.isDirectory(target)) {
                WholeFile.write(target, bytes);
            } else {
                WholeFile.create(target, bytes);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists();
        } catch (IOException e) {
            throw problem("The scenario cannot be written to " + TypedFile.shown(typed)
                    + ". Name a file in a folder that you may write to.");
        }
    }

    private static CommandProblem problem(String message) {
        return CommandProblem.configuration(message, List.of());
    }

    private CommandProblem exists() {
        return problem(TypedFile.shown(typed) + " exists already. Choose another name, or " + otherwise + ".");
    }
}
