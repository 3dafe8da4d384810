package dev.airlock.sandbox.cache;

import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The files of a cache, for listing and emptying it, which needs no key. Other processes may read, write and empty the
 * same cache meanwhile. Thread-safe.
 */
public final class CacheFolder {
    private static final String SUFFIX = ".code";
    /**
     * The age from which an unfinished file was left by a process that ended while it wrote. A running write takes far
     * less.
     */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final Path folder;

    private CacheFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns a cache's folder. It need not exist; then it has no entries.
     *
     * @throws CacheUnusableException if it is a link, belongs to another user, or can be written by others
     * @throws IOException if it cannot be read
     */
    public static CacheFolder at(Path folder) throws IOException, CacheUnusableException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            PrivateFiles.requireOwn(folder);
        }
        return new CacheFolder(folder);
    }

    /** Returns all entries, the most recently used first. */
    public List<CacheEntry> entries() throws IOException {
        List<CacheEntry> entries = new ArrayList<>();
        for (Path file : files("*" + SUFFIX)) {
            entry(file).ifPresent(entries::add);
        }
        entries.sort(Comparator.comparing(CacheEntry::lastUsed).reversed());
        return entries;
    }

    /**
     * Deletes every entry. Entries that other processes write meanwhile may stay, and what they have read stays theirs.
     *
     * @return the entries that this call deleted, the most recently used first
     */
    public List<CacheEntry> clear() throws IOException {
        List<CacheEntry> deleted = new ArrayList<>();
        for (CacheEntry entry : entries()) {
            if (Files.deleteIfExists(file(entry.id()))) {
                deleted.add(entry);
            }
        }
        deleteAbandoned();
        return deleted;
    }

    /** Deletes the least recently used entries until the rest takes at most that many bytes. */
    void makeRoom(long maxBytes) throws IOException {
        long kept = 0;
        for (CacheEntry entry : entries()) {
            kept += entry.bytes();
            if (kept > maxBytes) {
                Files.deleteIfExists(file(entry.id()));
            }
        }
        deleteAbandoned();
    }

    /** Returns the file of an entry. */
    Path file(String id) {
        return folder.resolve(id + SUFFIX);
    }

    private void deleteAbandoned() throws IOException {
        Instant latest = Clock.SYSTEM.now().minus(ABANDONED);
        for (Path file : files(PrivateFiles.UNFINISHED + "*")) {
            Optional<BasicFileAttributes> found = attributes(file);
            if (found.isPresent() && found.get().lastModifiedTime().toInstant().isBefore(latest)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> files(String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(file);
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return found;
    }

    private static Optional<CacheEntry> entry(Path file) throws IOException {
        try {
            String name = file.getFileName().toString();
            String label = EntryFile.label(file);
            return attributes(file)
                    .map(found -> new CacheEntry(
                            name.substring(0, name.length() - SUFFIX.length()),
                            label,
                            found.size(),
                            found.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns the attributes of a file; empty if another process has just deleted it. */
    private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
