package dev.airlock.registry.oci;

import dev.airlock.formats.hash.Sha256;

/** Digests in the notation of registries. Only SHA-256 is accepted, which every registry supports. */
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
