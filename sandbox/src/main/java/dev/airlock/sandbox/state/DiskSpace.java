package dev.airlock.sandbox.state;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a disk has room. The system says so where a plain write finds none; SQLite, which grows the files beside a database in other
 * ways, often says no more than that there was an error.
 */
public final class DiskSpace {
    /** SQLite makes the index of its log in pieces of 32 KiB. */
    private static final long LEAST = 64 << 10;

    private DiskSpace() {}

    /** Whether so little is left where a file lies that nothing can be kept there. */
    public static boolean isUsedUp(Path file) {
        try {
            return Files.getFileStore(nearest(file.toAbsolutePath())).getUsableSpace() < LEAST;
        } catch (IOException | SecurityException unknown) {
            return false;
        }
    }

    /** Whether the system refused something for want of room, or for the user's quota. */
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
