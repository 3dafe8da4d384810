package dev.airlock.sandbox.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A file as it was when it was opened. A process that goes on with a file that was removed or moved away writes data
 * that no one reads, so the file is checked before each use. Immutable.
 *
 * @param file where it lies
 * @param key distinguishes it from another file of its name; empty if the file system has no such key, or the file did
 *     not exist
 */
public record OpenedFile(Path file, Optional<Object> key) {
    /** Returns a file as it is now. */
    public static OpenedFile now(Path file) {
        return new OpenedFile(file, keyOf(file));
    }

    /** Whether another file lies there now, or none. */
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
