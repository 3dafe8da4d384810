package dev.airlock.registry.packages;

import dev.airlock.runtime.vault.PassphraseSeal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** A publisher's private Ed25519 key. It leaves this class only encrypted. Confined to one thread. Closing it overwrites its bytes. */
public final class SigningKey implements AutoCloseable {
    private static final int SEED_BYTES = 32;
    private static final String PURPOSE = "airlock-signing-key";

    private final byte[] seed;

    private SigningKey(byte[] seed) {
        this.seed = seed;
    }

    /** Returns a new key. */
    public static SigningKey generate() {
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return new SigningKey(seed);
    }

    /** Returns whether a file holds an encrypted key, which needs a passphrase. */
    public static boolean isEncrypted(byte[] file) {
        return PassphraseSeal.isSealed(file, PURPOSE);
    }

    /**
     * Returns the key in an encrypted file.
     *
     * @param passphrase the caller wipes it
     * @return empty if the passphrase is wrong, or the file was changed
     */
    public static Optional<SigningKey> open(byte[] file, char[] passphrase) {
        return PassphraseSeal.open(file, passphrase, PURPOSE)
                .filter(seed -> seed.length == SEED_BYTES)
                .map(SigningKey::new);
    }

    /**
     * Returns the key in an unencrypted file: PEM (PKCS #8), or 32 raw bytes.
     *
     * @return empty if it holds something else
     */
    public static Optional<SigningKey> decode(byte[] file) {
        try {
            return seed(file).filter(seed -> seed.length == SEED_BYTES).map(SigningKey::new);
        } catch (IllegalArgumentException | IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> seed(byte[] file) throws IOException {
        if (file.length == SEED_BYTES) {
            return Optional.of(file.clone());
        }
        Optional<byte[]> der = Pem.decode(new String(file, StandardCharsets.US_ASCII), Pem.PRIVATE);
        if (der.isEmpty()) {
            return Optional.empty();
        }
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(der.get());
        return info.getPrivateKeyAlgorithm().getAlgorithm().equals(PublisherKey.ED25519)
                ? Optional.of(
                        ASN1OctetString.getInstance(info.parsePrivateKey()).getOctets())
                : Optional.empty();
    }

    /**
     * Returns the key as a file, encrypted under a key derived from the passphrase.
     *
     * @param passphrase not empty; the caller wipes it
     */
    public byte[] encrypted(char[] passphrase) {
        return PassphraseSeal.seal(seed, passphrase, PURPOSE);
    }

    /** Returns the public key. */
    public PublisherKey publicKey() {
        return new PublisherKey(parameters().generatePublicKey().getEncoded());
    }

    /** Returns the package with both signatures of this key, which replace its present ones. */
    public ConnectorPackage sign(ConnectorPackage content) {
        return content.signed(sign(SignatureForm.V1.message(content)), sign(SignatureForm.V2.message(content)));
    }

    private byte[] sign(byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, parameters());
        signer.update(message, 0, message.length);
        return signer.generateSignature();
    }

    private Ed25519PrivateKeyParameters parameters() {
        return new Ed25519PrivateKeyParameters(seed);
    }

    @Override
    public void close() {
        Arrays.fill(seed, (byte) 0);
    }

    /** Returns a text without the key. */
    @Override
    public String toString() {
        return "a signing key";
    }
}
