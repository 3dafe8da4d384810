package dev.airlock.runtime.files;

import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * File attributes that change whenever a file is written, replaced or removed: size, time of modification, time of change, inode. If stamps
 * from before the files were read equal later ones, the files still have the content that was read. A link counts as its target. Immutable.
 */
public final class FileStamps {
    private static final String CHANGED = "ctime";
    private static final String BASIC = "basic:size,lastModifiedTime,fileKey";
    private static final String NOTED =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                    ? "unix:size,lastModifiedTime," + CHANGED + ",ino"
                    : BASIC;

    /** How long another change after a change may have the same timestamp. File systems store times in steps of a few ms. */
    private static final Duration STEP = Duration.ofMillis(50);
    /** The same time for a file system with timestamps in whole seconds. */
    private static final Duration COARSE_STEP = Duration.ofSeconds(2);

    private final List<Path> files;
    private final List<Map<String, Object>> noted;
    private final boolean settled;

    private FileStamps(List<Path> files, List<Map<String, Object>> noted, Instant taken) {
        this.files = files;
        this.noted = noted;
        this.settled = noted.stream().map(FileStamps::latest).allMatch(time -> isOver(time, taken));
    }

    /** Returns the present stamps of files. A missing or unreadable file has a distinct stamp. */
    public static FileStamps of(List<Path> files) {
        List<Path> kept = List.copyOf(files);
        return new FileStamps(kept, kept.stream().map(FileStamps::stamp).toList(), Clock.SYSTEM.now());
    }

    /**
     * Returns a check that reads the files only if one of these stamps, which were taken before the connector was read, has changed.
     *
     * @param whole reads and hashes everything
     */
    public IntegrityCheck check(IntegrityCheck whole) {
        return new StampedCheck(this, whole);
    }

    /** Returns the present stamps of the same files. */
    public FileStamps again() {
        return of(files);
    }

    /**
     * Returns whether a file may have changed since these stamps were taken. Also true if they were taken so soon after a change that
     * another change could have the same stamp.
     */
    public boolean mayHaveChanged() {
        if (!settled) {
            return true;
        }
        for (int i = 0; i < files.size(); i++) {
            if (!isAsNoted(files.get(i), noted.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Compares a stamp. If there was no file, only tests for its existence, because the exception for a missing file costs as much as two
     * tests.
     */
    private static boolean isAsNoted(Path file, Map<String, Object> stamp) {
        return (stamp.isEmpty() && file.getFileSystem() == FileSystems.getDefault())
                ? !file.toFile().exists()
                : stamp.equals(stamp(file));
    }

    private static Map<String, Object> stamp(Path file) {
        try {
            return Files.readAttributes(file, file.getFileSystem() == FileSystems.getDefault() ? NOTED : BASIC);
        } catch (IOException | ClosedFileSystemException e) {
            return Map.of();
        }
    }

    /** Returns whether no later change can have a timestamp. */
    static boolean isOver(Instant time, Instant then) {
        boolean coarse = time.equals(time.truncatedTo(ChronoUnit.SECONDS));
        return time.isBefore(then.minus(coarse ? COARSE_STEP : STEP));
    }

    private static Instant latest(Map<String, Object> stamp) {
        return stamp.get(CHANGED) instanceof FileTime changed
                ? changed.toInstant()
                : stamp.get("lastModifiedTime") instanceof FileTime modified ? modified.toInstant() : Instant.MIN;
    }
}
