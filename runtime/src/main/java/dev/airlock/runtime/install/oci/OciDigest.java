package dev.airlock.runtime.install.oci;

import dev.airlock.failures.Sha256;

/** Digests as registries write them. SHA-256 is the one that every registry has; another is not taken. */
final class OciDigest {
    static final String SHAPE = "sha256:[0-9a-f]{64}";

    private OciDigest() {}

    static boolean isDigest(String text) {
        return text.matches(SHAPE);
    }

    static String of(byte[] bytes) {
        return "sha256:" + Sha256.hex(bytes);
    }
}
