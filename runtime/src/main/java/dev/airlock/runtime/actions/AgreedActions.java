package dev.airlock.runtime.actions;

import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The action texts that the user agreed to, one file each, next to the actions. An action's file is checked against its text before it
 * runs, and compared with it when it changed.
 *
 * @param folder their folder
 */
public record AgreedActions(Path folder) {
    /** Returns the texts of a home. */
    public static AgreedActions of(Home home) {
        return new AgreedActions(home.agreedActions());
    }

    /**
     * Returns the text that the user agreed to; empty if there is none, for instance for an action that was put there by hand.
     *
     * @param action the action's name
     * @throws IOException if it cannot be read
     */
    public Optional<byte[]> text(String action) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file(action)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Stores a text that the user agreed to, and replaces an earlier one.
     *
     * @throws IOException if it cannot be written; the earlier one stays
     */
    public void agree(String action, byte[] text) throws IOException {
        WholeFile.write(file(action), text);
    }

    /** Deletes the text of an action that was removed. */
    public void forget(String action) throws IOException {
        Files.deleteIfExists(file(action));
    }

    private Path file(String action) {
        return folder.resolve(action + ".md");
    }
}
