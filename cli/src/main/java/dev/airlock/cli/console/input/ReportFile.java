package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report file that a person asked for. Its folders are created, and a problem with writing it is reported before the command runs. */
public final class ReportFile {
    private ReportFile() {}

    /** Creates the folders of the file, and ends the command if it cannot be written. Call it before anything runs. */
    public static void prepare(Terminal terminal, @Nullable Path typed) {
        if (typed == null) {
            return;
        }
        Path file = terminal.resolve(typed).toAbsolutePath();
        try {
            Path folder = file.getParent();
            if (folder == null || Files.isDirectory(file)) {
                throw problem(typed);
            }
            Files.createDirectories(folder);
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw problem(typed);
            }
        } catch (IOException e) {
            throw problem(typed);
        }
    }

    /** Writes the report, if a file was named. */
    public static void write(Terminal terminal, @Nullable Path typed, String report) {
        if (typed == null) {
            return;
        }
        try {
            Files.writeString(terminal.resolve(typed), report);
        } catch (IOException e) {
            throw problem(typed);
        }
    }

    private static CommandProblem problem(Path typed) {
        return CommandProblem.configuration(
                "The report cannot be written to " + TypedFile.shown(typed)
                        + ". Name a file in a folder that you may write to.",
                List.of());
    }
}
