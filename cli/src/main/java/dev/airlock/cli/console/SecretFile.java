package dev.airlock.cli.console;

import dev.airlock.runtime.files.Permissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with a secret that a person named. As with SSH, what counts is whether the person's own file can be read by others; a file of
 * somebody else's, such as one that is mounted into a container, is as its owner wants it.
 *
 * @param terminal what its relative path starts from
 * @param typed the file, as a person typed it
 */
public record SecretFile(Terminal terminal, Path typed) {
    /** Says so if others may read it. */
    public void warnIfOthersMayRead() {
        if (othersMayRead()) {
            terminal.err().println("airlock: others may read " + TypedFile.shown(typed) + ". " + next());
        }
    }

    /**
     * Refuses a file whose secret is worth nothing if others have read it.
     *
     * @param why what that means, as a sentence
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
            return false; // whoever reads it says what is wrong
        }
    }
}
