package dev.airlock.sandbox.cache;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * A folder of compiled code, one file for each key.
 *
 * <p>An entry is used only if its seal fits: this user's Airlock wrote it, under this very key, and it was not changed
 * since. One whose seal does not fit is deleted and counts as absent. Entries are written whole or not at all, so
 * processes may share a cache. When the cache grows beyond its size, the least recently used entries are deleted.
 * Thread-safe.
 */
public final class CodeCache {
    /** The default size of a cache: 1 GiB. */
    public static final ByteSize STANDARD_SIZE = ByteSize.gib(1);

    private final CacheFolder folder;
    private final Seal seal;
    private final long maxBytes;

    private CodeCache(CacheFolder folder, Seal seal, long maxBytes) {
        this.folder = folder;
        this.seal = seal;
        this.maxBytes = maxBytes;
    }

    /**
     * Opens a cache, and creates its folder and key for this user alone if they do not exist.
     *
     * @param folder the folder of the entries
     * @param keyFile the key that seals them, outside of the folder
     * @param most the largest size of all entries together
     * @throws CacheUnusableException if folder or key are a link, belong to another user, or can be written by others
     * @throws IOException if they cannot be read or created
     */
    public static CodeCache open(Path folder, Path keyFile, ByteSize most) throws IOException, CacheUnusableException {
        if (keyFile.toAbsolutePath()
                .normalize()
                .startsWith(folder.toAbsolutePath().normalize())) {
            throw new CacheUnusableException("The key must be outside the cache that it seals.");
        }
        PrivateFiles.createFolder(folder);
        return new CodeCache(CacheFolder.at(folder), Seal.of(keyFile), most.bytes());
    }

    /** Returns the content under that key, if there is one that can be trusted. */
    public Optional<byte[]> get(String key) throws IOException {
        Path file = file(key);
        byte[] sealed;
        try {
            sealed = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (seal.fits(key, sealed)) {
            markUsed(file);
            return Optional.of(EntryFile.content(sealed));
        }
        Files.deleteIfExists(file);
        return Optional.empty();
    }

    /**
     * Stores the content under that key, replaces an existing entry, and deletes others if there is too much.
     *
     * @param label a description of the entry, which {@link CacheEntry#label} shows; cut at 512 bytes
     */
    public void put(String key, String label, byte[] content) throws IOException {
        byte[] sealed = EntryFile.unsealed(label, content);
        seal.put(key, sealed);
        if (sealed.length <= maxBytes) {
            PrivateFiles.writeWhole(file(key), sealed);
            folder.makeRoom(maxBytes);
        }
    }

    /** Marks an entry as used. It does not matter if another process deleted it after it was read. */
    private static void markUsed(Path file) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Clock.SYSTEM.now()));
        } catch (NoSuchFileException e) {
            // the entry is gone already
        }
    }

    private Path file(String key) {
        return folder.file(Seal.digest(key));
    }
}
