package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.files.Permissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with a secret that a person named. As in SSH, only the person's own file must not be readable by others. A file with another
 * owner, such as one that is mounted into a container, is its owner's responsibility.
 *
 * @param terminal the terminal whose directory resolves a relative path
 * @param typed the file, as a person typed it
 */
public record SecretFile(Terminal terminal, Path typed) {
    /** Prints a warning if others may read the file. */
    public void warnIfOthersMayRead() {
        if (othersMayRead()) {
            terminal.err().println("airlock: others may read " + TypedFile.shown(typed) + ". " + next());
        }
    }

    /**
     * Refuses a file that others may read, if that makes its secret worthless.
     *
     * @param why the consequence, as a sentence
     */
    public void requireForOwnerAlone(String why) {
        if (othersMayRead()) {
            throw CommandProblem.configuration(
                    "Others may read " + TypedFile.shown(typed) + ". " + why + " " + next(), List.of());
        }
    }

    private String next() {
        return "Run: chmod 600 " + TypedFile.shown(typed);
    }

    private boolean othersMayRead() {
        Path file = terminal.resolve(typed);
        try {
            return Files.isRegularFile(file) && Permissions.othersMayRead(file) && Permissions.isOwn(file);
        } catch (IOException e) {
            return false; // the reader of the file reports the problem
        }
    }
}
