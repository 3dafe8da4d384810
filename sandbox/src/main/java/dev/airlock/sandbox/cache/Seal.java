package dev.airlock.sandbox.cache;

import dev.airlock.failures.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Seals what goes into the cache with a key that lies outside it: HMAC-SHA-256 (RFC 2104) over an entry's name and content. It
 * is computed from SHA-256 here, because the first use of the JVM's own makes a process look for all its cryptography.
 *
 * Thread-safe.
 */
final class Seal {
    /** Bytes of a seal. */
    static final int BYTES = 32;

    /** Bytes of a block of SHA-256. */
    private static final int BLOCK_BYTES = 64;

    private static final int INNER = 0x36;
    private static final int OUTER = 0x5C;

    private final byte[] key;

    private Seal(byte[] key) {
        this.key = key;
    }

    /**
     * The seal of a key file, which is made with a random key if it is not there.
     *
     * @throws CacheUnusableException if the file is not this user's alone, or holds no key
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
            throw new CacheUnusableException(keyFile + " holds no key; delete it, and a new one is made.");
        }
        return new Seal(key);
    }

    /** Puts the seal in its place, which is the file's beginning; it is over the name and all that follows. */
    void put(String name, byte[] file) {
        System.arraycopy(over(name, file), 0, file, 0, BYTES);
    }

    /** Whether a file of that name begins with the seal that belongs there. */
    boolean fits(String name, byte[] file) {
        return file.length >= BYTES && MessageDigest.isEqual(Arrays.copyOf(file, BYTES), over(name, file));
    }

    private byte[] over(String name, byte[] file) {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        MessageDigest inner = keyed(INNER);
        inner.update((byte) (nameBytes.length >>> 8));
        inner.update((byte) nameBytes.length);
        inner.update(nameBytes);
        inner.update(file, BYTES, file.length - BYTES);
        MessageDigest outer = keyed(OUTER);
        outer.update(inner.digest());
        return outer.digest();
    }

    /** A digest that has taken in a block of the key, each byte changed by the pad. */
    private MessageDigest keyed(int pad) {
        byte[] block = Arrays.copyOf(key, BLOCK_BYTES);
        for (int i = 0; i < block.length; i++) {
            block[i] ^= (byte) pad;
        }
        MessageDigest digest = Sha256.digest();
        digest.update(block);
        return digest;
    }

    /** The SHA-256 of a text, in hex: a file name that says nothing and collides with nothing. */
    static String digest(String text) {
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
