package dev.airlock.runtime.install.oci;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests as registries write them. SHA-256 is the one that every registry has; another is not taken. */
final class OciDigest {
    static final String SHAPE = "sha256:[0-9a-f]{64}";

    private OciDigest() {}

    static boolean isDigest(String text) {
        return text.matches(SHAPE);
    }

    static String of(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
