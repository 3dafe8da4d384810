package dev.airlock.registry.packages;

import dev.airlock.formats.hash.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** A publisher's public Ed25519 key. Immutable; equal to another one with the same 32 bytes. */
public final class PublisherKey {
    /** The identifier of the algorithm in RFC 8410. */
    static final ASN1ObjectIdentifier ED25519 = new ASN1ObjectIdentifier("1.3.101.112");

    private static final int RAW_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;

    private final byte[] raw;

    /** @throws IllegalArgumentException if the bytes are not a safe public key */
    PublisherKey(byte[] raw) {
        if (raw.length != RAW_BYTES || !Ed25519.validatePublicKeyFull(raw, 0)) {
            throw new IllegalArgumentException("not a public Ed25519 key");
        }
        this.raw = raw.clone();
    }

    /**
     * Returns the key in a file: PEM (SubjectPublicKeyInfo), 32 raw bytes, or these in base64.
     *
     * @return empty if it holds something else, or a key of small order, which no honest publisher has
     */
    public static Optional<PublisherKey> decode(byte[] file) {
        try {
            return raw(file).map(PublisherKey::new);
        } catch (IllegalArgumentException | IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> raw(byte[] file) throws IOException {
        if (file.length == RAW_BYTES) {
            return Optional.of(file);
        }
        String text = new String(file, StandardCharsets.US_ASCII).strip();
        if (!text.startsWith("-----BEGIN ")) {
            return Optional.of(Base64.getDecoder().decode(text));
        }
        Optional<byte[]> der = Pem.decode(text, Pem.PUBLIC);
        if (der.isEmpty()) {
            return Optional.empty();
        }
        SubjectPublicKeyInfo info = SubjectPublicKeyInfo.getInstance(der.get());
        return info.getAlgorithm().getAlgorithm().equals(ED25519)
                ? Optional.of(info.getPublicKeyData().getOctets())
                : Optional.empty();
    }

    /** Returns the 32 bytes in base64, as in a keyring. */
    public String base64() {
        return Base64.getEncoder().encodeToString(raw);
    }

    /** Returns the key as PEM. */
    public String pem() {
        try {
            AlgorithmIdentifier ed25519 = new AlgorithmIdentifier(ED25519);
            return Pem.encode(new SubjectPublicKeyInfo(ed25519, raw).getEncoded(), Pem.PUBLIC);
        } catch (IOException e) {
            throw new IllegalStateException("a key can be encoded", e);
        }
    }

    /** Returns the fingerprint for people to compare: {@code SHA256:} and the SHA-256 of the 32 bytes in base64 without padding. */
    public String fingerprint() {
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(Sha256.of(raw));
    }

    /** Returns whether a signature of a message is this key's. */
    boolean verifies(byte[] message, byte[] signature) {
        if (signature.length != SIGNATURE_BYTES) {
            return false;
        }
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(false, new Ed25519PublicKeyParameters(raw));
        signer.update(message, 0, message.length);
        return signer.verifySignature(signature);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublisherKey key && Arrays.equals(raw, key.raw);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(raw);
    }

    /** Returns the fingerprint. */
    @Override
    public String toString() {
        return fingerprint();
    }
}
