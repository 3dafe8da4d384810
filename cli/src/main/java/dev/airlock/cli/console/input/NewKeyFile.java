package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** The file for a new key that a person named. No file is overwritten; the folders above it are created. */
public final class NewKeyFile {
    private NewKeyFile() {}

    /** Ends the command if there is such a file already. */
    public static void requireAbsent(Terminal terminal, Path typed) {
        if (Files.exists(terminal.resolve(typed), LinkOption.NOFOLLOW_LINKS)) {
            throw exists(typed);
        }
    }

    /** Writes the key, readable by its owner alone. Ends the command if that fails. */
    public static void create(Terminal terminal, Path typed, byte[] key) {
        Path file = terminal.resolve(typed).toAbsolutePath();
        try {
            WholeFile.createFolderOf(file);
            WholeFile.create(file, key);
        } catch (FileAlreadyExistsException e) {
            throw exists(typed);
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    TypedFile.shown(typed)
                            + " cannot be written. Name a file in a folder that you may write to, and check that its disk has"
                            + " space.",
                    List.of());
        }
    }

    private static CommandProblem exists(Path typed) {
        return CommandProblem.configuration(
                TypedFile.shown(typed) + " exists already, and no key is overwritten. Name another file.", List.of());
    }
}
