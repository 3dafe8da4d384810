package dev.airlock.formats.hash;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest for all names, pins and chains: SHA-256 (FIPS 180-4). Thread-safe. */
public final class Sha256 {
    private Sha256() {}

    /** Returns a new digest, for one thread. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Returns the 32-byte hash of the parts, one after the other. */
    public static byte[] of(byte[]... parts) {
        MessageDigest digest = digest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    /** Returns the hash of the parts as 64 lower-case hex digits. */
    public static String hex(byte[]... parts) {
        return HexFormat.of().formatHex(of(parts));
    }
}
