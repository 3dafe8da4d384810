package dev.airlock.sandbox.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A file as it was when it was opened. Whoever goes on with a file that was removed or moved away writes what nobody reads, so it is
 * looked at again before each use. Immutable.
 *
 * @param file where it lies
 * @param key what tells it from another file of its name; empty if the file system has nothing of the kind, or it was not there
 */
public record OpenedFile(Path file, Optional<Object> key) {
    /** A file as it is now. */
    public static OpenedFile now(Path file) {
        return new OpenedFile(file, keyOf(file));
    }

    /** Whether another file lies there by now, or none. */
    public boolean isGone() {
        return !key.equals(keyOf(file));
    }

    private static Optional<Object> keyOf(Path file) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
