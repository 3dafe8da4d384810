package dev.airlock.failures;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The one digest that names, pins and chains are made of: SHA-256 (FIPS 180-4). Safe for use by several threads. */
public final class Sha256 {
    private Sha256() {}

    /** A digest that has taken in nothing yet, for one thread. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** The 32 bytes that the parts, one after the other, come to. */
    public static byte[] of(byte[]... parts) {
        MessageDigest digest = digest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    /** The same in 64 hex digits in lower case. */
    public static String hex(byte[]... parts) {
        return HexFormat.of().formatHex(of(parts));
    }
}
