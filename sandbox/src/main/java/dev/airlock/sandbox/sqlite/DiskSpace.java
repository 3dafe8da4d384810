package dev.airlock.sandbox.sqlite;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks whether a disk has room. The system reports a full disk when a plain write fails. SQLite, which grows the
 * files beside a database in other ways, often reports only an unspecified error.
 */
public final class DiskSpace {
    /** SQLite extends the index of its log by 32 KiB at a time. */
    private static final long LEAST = 64 << 10;

    private DiskSpace() {}

    /** Whether too little space is left on the disk of a file to keep anything there. */
    public static boolean isUsedUp(Path file) {
        try {
            return Files.getFileStore(nearest(file.toAbsolutePath())).getUsableSpace() < LEAST;
        } catch (IOException | SecurityException unknown) {
            return false;
        }
    }

    /** Whether the system refused something for lack of space, or because of the user's quota. */
    public static boolean ranOut(IOException thrown) {
        String reason = thrown instanceof FileSystemException system ? system.getReason() : thrown.getMessage();
        String lower = Optional.ofNullable(reason).orElse("").toLowerCase(Locale.ROOT);
        return lower.contains("no space left")
                || lower.contains("quota exceeded")
                || lower.contains("not enough space on the disk");
    }

    private static Path nearest(Path file) {
        Path place = file;
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        return place;
    }
}
