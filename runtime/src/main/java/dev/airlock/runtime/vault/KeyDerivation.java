package dev.airlock.runtime.vault;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * The derivation of a key from a passphrase: Argon2id (RFC 9106).
 *
 * @param memoryKib memory in KiB
 * @param passes the number of passes over the memory
 * @param lanes the number of lanes
 * @param salt 16 random bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record KeyDerivation(int memoryKib, int passes, int lanes, byte[] salt) {
    static final int SALT_BYTES = 16;
    static final int KEY_BYTES = 32;

    private static final int MOST_MEMORY_KIB = 1 << 20;
    private static final int MOST_PASSES = 64;
    private static final int MOST_LANES = 64;
    private static final int LEAST_KIB_A_LANE = 8;

    /** Returns the second choice of RFC 9106, section 4: 64 MiB, 3 passes, 4 lanes. */
    static KeyDerivation standard(byte[] salt) {
        return new KeyDerivation(64 << 10, 3, 4, salt);
    }

    /** @throws IllegalArgumentException if a parameter is out of bounds, so that a changed file cannot exhaust the memory */
    KeyDerivation {
        boolean sane = lanes >= 1
                && lanes <= MOST_LANES
                && passes >= 1
                && passes <= MOST_PASSES
                && memoryKib >= LEAST_KIB_A_LANE * lanes
                && memoryKib <= MOST_MEMORY_KIB
                && salt.length == SALT_BYTES;
        if (!sane) {
            throw new IllegalArgumentException("key derivation out of bounds");
        }
    }

    /** Derives the key. The caller wipes it. */
    byte[] key(char[] passphrase) {
        byte[] password = utf8(passphrase);
        byte[] key = new byte[KEY_BYTES];
        try {
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(memoryKib)
                    .withIterations(passes)
                    .withParallelism(lanes)
                    .withSalt(salt)
                    .build());
            generator.generateBytes(password, key);
            return key;
        } finally {
            Arrays.fill(password, (byte) 0);
        }
    }

    private static byte[] utf8(char[] chars) {
        ByteBuffer buffer = StandardCharsets.UTF_8.encode(CharBuffer.wrap(chars));
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        buffer.clear().put(new byte[buffer.capacity()]);
        return bytes;
    }
}
