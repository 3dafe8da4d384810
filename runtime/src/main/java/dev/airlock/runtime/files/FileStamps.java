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
 * What the file system notes of some files and changes whenever one of them is written, replaced or removed: size, time of modification,
 * time of change, inode. Stamps that were taken before files were read, and are the same later, say that what was read still lies there.
 * A link counts as the file that it leads to. Immutable.
 */
public final class FileStamps {
    private static final String CHANGED = "ctime";
    private static final String BASIC = "basic:size,lastModifiedTime,fileKey";
    private static final String NOTED =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                    ? "unix:size,lastModifiedTime," + CHANGED + ",ino"
                    : BASIC;

    /** So long after a change, another one may bear the same time. File systems write times down in steps of a few milliseconds. */
    private static final Duration STEP = Duration.ofMillis(50);
    /** The same of a file system that knows no fractions of a second. */
    private static final Duration COARSE_STEP = Duration.ofSeconds(2);

    private final List<Path> files;
    private final List<Map<String, Object>> noted;
    private final boolean settled;

    private FileStamps(List<Path> files, List<Map<String, Object>> noted, Instant taken) {
        this.files = files;
        this.noted = noted;
        this.settled = noted.stream().map(FileStamps::latest).allMatch(time -> isOver(time, taken));
    }

    /** The stamps of files as they are now. A file that is not there, or cannot be looked at, has a stamp like no other. */
    public static FileStamps of(List<Path> files) {
        List<Path> kept = List.copyOf(files);
        return new FileStamps(kept, kept.stream().map(FileStamps::stamp).toList(), Clock.SYSTEM.now());
    }

    /** The stamps of the same files as they are now. */
    public FileStamps again() {
        return of(files);
    }

    /**
     * Whether a file may have changed since these stamps were taken. It may have where they were taken so soon after a change that
     * another one would have left the same.
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

    /** Where nothing was, nothing is looked for in a way that throws no exception: that takes as long as two looks. */
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

    /** Whether no change from then on can bear that time. */
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
