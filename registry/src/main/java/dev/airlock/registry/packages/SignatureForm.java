package dev.airlock.registry.packages;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The forms of signatures. Both are pure Ed25519 (RFC 8032, section 5.1), 64 raw bytes. */
public enum SignatureForm {
    /** The public contract's form: over the bytes of the module, then those of the manifest. It does not cover where one ends. */
    V1("v1") {
        @Override
        byte[] message(byte[] module, byte[] manifest) {
            return ByteBuffer.allocate(Math.addExact(module.length, manifest.length))
                    .put(module)
                    .put(manifest)
                    .array();
        }

        @Override
        Optional<byte[]> in(ConnectorPackage content) {
            return content.signature();
        }
    },
    /** The form that also covers its purpose and the length of each part. */
    V2("v2") {
        @Override
        byte[] message(byte[] module, byte[] manifest) {
            byte[] purpose = "airlock-package-v2\0".getBytes(StandardCharsets.US_ASCII);
            int size = Math.addExact(purpose.length + 2 * Long.BYTES, Math.addExact(module.length, manifest.length));
            return ByteBuffer.allocate(size)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(purpose)
                    .putLong(module.length)
                    .put(module)
                    .putLong(manifest.length)
                    .put(manifest)
                    .array();
        }

        @Override
        Optional<byte[]> in(ConnectorPackage content) {
            return content.signatureV2();
        }
    };

    private final String word;

    SignatureForm(String word) {
        this.word = word;
    }

    /** Returns its name: {@code v1} or {@code v2}. */
    public String word() {
        return word;
    }

    abstract byte[] message(byte[] module, byte[] manifest);

    abstract Optional<byte[]> in(ConnectorPackage content);

    final byte[] message(ConnectorPackage content) {
        return message(content.module(), content.manifest());
    }
}
