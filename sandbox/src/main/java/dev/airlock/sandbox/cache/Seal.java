package dev.airlock.sandbox.cache;

import dev.airlock.formats.hash.HmacSha256;
import dev.airlock.formats.hash.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Seals entries of the cache with a key that lies outside it: HMAC-SHA-256 over an entry's name and content.
 * Thread-safe.
 */
final class Seal {
    /** The length of a seal in bytes. */
    static final int BYTES = HmacSha256.BYTES;

    private final HmacSha256 mac;

    private Seal(byte[] key) {
        this.mac = new HmacSha256(key);
    }

    /**
     * Returns the seal of a key file, which is created with a random key if it does not exist.
     *
     * @throws CacheUnusableException if the file is not this user's alone, or contains no key
     */
    static Seal of(Path keyFile) throws IOException, CacheUnusableException {
        PrivateFiles.createFolder(PrivateFiles.folderOf(keyFile));
        if (!Files.exists(keyFile)) {
            byte[] fresh = new byte[BYTES];
            new SecureRandom().nextBytes(fresh);
            PrivateFiles.createWhole(keyFile, fresh);
        }
        PrivateFiles.requireOwn(keyFile);
        byte[] key = Files.readAllBytes(keyFile);
        if (key.length != BYTES) {
            throw new CacheUnusableException(keyFile + " holds no key; delete it, and Airlock makes a new one.");
        }
        return new Seal(key);
    }

    /** Writes the seal at the file's beginning; it covers the name and everything that follows. */
    void put(String name, byte[] file) {
        System.arraycopy(over(name, file), 0, file, 0, BYTES);
    }

    /** Whether a file of that name begins with the right seal. */
    boolean fits(String name, byte[] file) {
        return file.length >= BYTES && MessageDigest.isEqual(Arrays.copyOf(file, BYTES), over(name, file));
    }

    private byte[] over(String name, byte[] file) {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        return mac.of(digest -> {
            digest.update((byte) (nameBytes.length >>> 8));
            digest.update((byte) nameBytes.length);
            digest.update(nameBytes);
            digest.update(file, BYTES, file.length - BYTES);
        });
    }

    /** The SHA-256 of a text, in hex: a file name that reveals nothing and does not collide. */
    static String digest(String text) {
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
