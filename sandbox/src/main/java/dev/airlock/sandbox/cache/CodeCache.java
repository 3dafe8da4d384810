package dev.airlock.sandbox.cache;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A folder of what was compiled, one file for each key.
 *
 * <p>An entry is taken only if its seal fits: it was written by this user's Airlock, under this very key, and not changed since.
 * One that does not fit is deleted and counts as absent. Entries are written whole or not at all, so processes may share a
 * cache; when it grows beyond its size, the entries that were not used for longest go. Thread-safe.
 */
public final class CodeCache {
    /** How large a cache may grow unless its user says otherwise: 1 GiB. */
    public static final long STANDARD_BYTES = 1L << 30;

    private static final String SUFFIX = ".code";

    private final Path folder;
    private final Seal seal;
    private final long maxBytes;

    private CodeCache(Path folder, Seal seal, long maxBytes) {
        this.folder = folder;
        this.seal = seal;
        this.maxBytes = maxBytes;
    }

    /**
     * Opens a cache; its folder and key are made if they are not there, for this user alone.
     *
     * @param folder where the entries are
     * @param keyFile the key that seals them, outside of the folder
     * @param maxBytes how large all entries together may be
     * @throws CacheUnusableException if folder or key are a link, belong to somebody else, or can be written by others
     * @throws IOException if they cannot be read or made
     */
    public static CodeCache open(Path folder, Path keyFile, long maxBytes) throws IOException, CacheUnusableException {
        if (keyFile.toAbsolutePath()
                .normalize()
                .startsWith(folder.toAbsolutePath().normalize())) {
            throw new CacheUnusableException("The key must lie outside of the cache that it seals.");
        }
        PrivateFiles.createFolder(folder);
        PrivateFiles.requireOwn(folder);
        return new CodeCache(folder, Seal.of(keyFile), maxBytes);
    }

    /** The content under that key, if there is one that can be trusted. */
    public Optional<byte[]> get(String key) throws IOException {
        Path file = file(key);
        byte[] sealed;
        try {
            sealed = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (sealed.length >= Seal.BYTES) {
            byte[] content = Arrays.copyOfRange(sealed, Seal.BYTES, sealed.length);
            if (seal.fits(Arrays.copyOf(sealed, Seal.BYTES), key, content)) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
                return Optional.of(content);
            }
        }
        Files.deleteIfExists(file);
        return Optional.empty();
    }

    /** Keeps the content under that key, in the place of whatever is there, and makes room if there is too much. */
    public void put(String key, byte[] content) throws IOException {
        byte[] sealed = new byte[Seal.BYTES + content.length];
        System.arraycopy(seal.over(key, content), 0, sealed, 0, Seal.BYTES);
        System.arraycopy(content, 0, sealed, Seal.BYTES, content.length);
        if (sealed.length <= maxBytes) {
            PrivateFiles.writeWhole(file(key), sealed);
            makeRoom();
        }
    }

    /** All entries, the most recently used first. */
    public List<CacheEntry> entries() throws IOException {
        List<CacheEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                entry(file).ifPresent(entries::add);
            }
        }
        entries.sort(Comparator.comparing(CacheEntry::lastUsed).reversed());
        return entries;
    }

    /**
     * Deletes every entry.
     *
     * @return how many there were
     */
    public int clear() throws IOException {
        int deleted = 0;
        for (CacheEntry entry : entries()) {
            deleted += Files.deleteIfExists(folder.resolve(entry.id() + SUFFIX)) ? 1 : 0;
        }
        return deleted;
    }

    private void makeRoom() throws IOException {
        long kept = 0;
        for (CacheEntry entry : entries()) {
            kept += entry.bytes();
            if (kept > maxBytes) {
                Files.deleteIfExists(folder.resolve(entry.id() + SUFFIX));
            }
        }
    }

    /** An entry that another process has just deleted is none. */
    private static Optional<CacheEntry> entry(Path file) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            String name = file.getFileName().toString();
            return Optional.of(new CacheEntry(
                    name.substring(0, name.length() - SUFFIX.length()),
                    found.size(),
                    found.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path file(String key) {
        return folder.resolve(Seal.digest(key) + SUFFIX);
    }
}
