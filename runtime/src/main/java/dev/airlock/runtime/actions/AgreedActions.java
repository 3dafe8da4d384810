package dev.airlock.runtime.actions;

import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The texts of actions that somebody agreed to, one file each, beside the actions themselves: what an action's file is held against
 * before it runs, and compared with when it changed.
 *
 * @param folder where they lie
 */
public record AgreedActions(Path folder) {
    /** Those of a home. */
    public static AgreedActions of(Home home) {
        return new AgreedActions(home.agreedActions());
    }

    /**
     * The text that was agreed to; empty if none was, as of an action that somebody put in its place by hand.
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
     * Keeps a text that somebody agreed to, in the place of an earlier one.
     *
     * @throws IOException if it cannot be written; the earlier one stays
     */
    public void agree(String action, byte[] text) throws IOException {
        WholeFile.write(file(action), text);
    }

    /** Forgets an action that was removed. */
    public void forget(String action) throws IOException {
        Files.deleteIfExists(file(action));
    }

    private Path file(String action) {
        return folder.resolve(action + ".md");
    }
}
