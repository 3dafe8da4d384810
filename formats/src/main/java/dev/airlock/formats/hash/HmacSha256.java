package dev.airlock.formats.hash;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * HMAC-SHA-256 (RFC 2104) under one key. It is computed from SHA-256 here, because the first use of the JVM's own HMAC searches all
 * cryptography providers, which takes 50 ms. Immutable and thread-safe.
 */
public final class HmacSha256 {
    /** The length of a code in bytes. */
    public static final int BYTES = 32;

    private static final int BLOCK_BYTES = 64;
    private static final int INNER = 0x36;
    private static final int OUTER = 0x5C;

    private final byte[] key;

    /** @param key the secret; a key of more than 64 bytes is replaced by its hash, as the RFC requires */
    public HmacSha256(byte[] key) {
        this.key = key.length > BLOCK_BYTES ? Sha256.digest().digest(key) : key.clone();
    }

    /**
     * Returns the code of a text.
     *
     * @param feed puts the text into the digest that it receives, in any number of parts
     */
    public byte[] of(Consumer<MessageDigest> feed) {
        MessageDigest inner = keyed(INNER);
        feed.accept(inner);
        MessageDigest outer = keyed(OUTER);
        outer.update(inner.digest());
        return outer.digest();
    }

    /** Returns a digest that has taken in the key's block, with each byte XORed with the pad. */
    private MessageDigest keyed(int pad) {
        byte[] block = Arrays.copyOf(key, BLOCK_BYTES);
        for (int i = 0; i < block.length; i++) {
            block[i] ^= (byte) pad;
        }
        MessageDigest digest = Sha256.digest();
        digest.update(block);
        Arrays.fill(block, (byte) 0);
        return digest;
    }
}
