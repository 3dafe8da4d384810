package dev.airlock.runtime.vault;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.AESEngine;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.modes.GCMModeCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * Bytes under AES-256 in Galois/Counter Mode (NIST SP 800-38D), with a random nonce of 96 bits and a tag of 128 bits.
 *
 * @param nonce never used twice with a key
 * @param bytes the ciphertext and its tag
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Sealed(byte[] nonce, byte[] bytes) {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** Seals bytes. {@code context} must be the same when they are opened. */
    static Sealed seal(byte[] key, byte[] plain, String context, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        GCMModeCipher cipher = cipher(true, key, nonce, context);
        byte[] out = new byte[cipher.getOutputSize(plain.length)];
        int length = cipher.processBytes(plain, 0, plain.length, out, 0);
        try {
            cipher.doFinal(out, length);
        } catch (InvalidCipherTextException e) {
            throw new IllegalStateException("sealing checks nothing", e);
        }
        return new Sealed(nonce, out);
    }

    /** Opens the bytes, which the caller wipes. Returns empty if the key differs, or a bit was changed. */
    Optional<byte[]> open(byte[] key, String context) {
        if (nonce.length != NONCE_BYTES || bytes.length < TAG_BITS / Byte.SIZE) {
            return Optional.empty();
        }
        GCMModeCipher cipher = cipher(false, key, nonce, context);
        byte[] out = new byte[cipher.getOutputSize(bytes.length)];
        int length = cipher.processBytes(bytes, 0, bytes.length, out, 0);
        try {
            cipher.doFinal(out, length);
            return Optional.of(out);
        } catch (InvalidCipherTextException e) {
            Arrays.fill(out, (byte) 0);
            return Optional.empty();
        }
    }

    private static GCMModeCipher cipher(boolean forEncryption, byte[] key, byte[] nonce, String context) {
        GCMModeCipher cipher = GCMBlockCipher.newInstance(AESEngine.newInstance());
        byte[] associated = context.getBytes(StandardCharsets.UTF_8);
        cipher.init(forEncryption, new AEADParameters(new KeyParameter(key), TAG_BITS, nonce, associated));
        return cipher;
    }
}
