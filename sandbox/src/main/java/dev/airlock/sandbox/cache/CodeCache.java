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
 * A folder of what was compiled, one file for each key.
 *
 * <p>An entry is taken only if its seal fits: it was written by this user's Airlock, under this very key, and not changed since.
 * One that does not fit is deleted and counts as absent. Entries are written whole or not at all, so processes may share a
 * cache; when it grows beyond its size, the entries that were not used for longest go. Thread-safe.
 */
public final class CodeCache {
    /** How large a cache may grow unless its user says otherwise: 1 GiB. */
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
     * Opens a cache; its folder and key are made if they are not there, for this user alone.
     *
     * @param folder where the entries are
     * @param keyFile the key that seals them, outside of the folder
     * @param most how large all entries together may be
     * @throws CacheUnusableException if folder or key are a link, belong to somebody else, or can be written by others
     * @throws IOException if they cannot be read or made
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

    /** The content under that key, if there is one that can be trusted. */
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
     * Keeps the content under that key, in the place of whatever is there, and makes room if there is too much.
     *
     * @param label what the entry is for, in words that {@link CacheEntry#label} shows; cut at 512 bytes
     */
    public void put(String key, String label, byte[] content) throws IOException {
        byte[] sealed = EntryFile.unsealed(label, content);
        seal.put(key, sealed);
        if (sealed.length <= maxBytes) {
            PrivateFiles.writeWhole(file(key), sealed);
            folder.makeRoom(maxBytes);
        }
    }

    /** An entry that another process deleted after it was read is as good as one that is there. */
    private static void markUsed(Path file) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Clock.SYSTEM.now()));
        } catch (NoSuchFileException e) {
            // There is nothing left that could go too early.
        }
    }

    private Path file(String key) {
        return folder.file(Seal.digest(key));
    }
}
