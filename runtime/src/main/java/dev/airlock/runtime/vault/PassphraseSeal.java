package dev.airlock.runtime.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * A small secret under a passphrase, as a file of its own: AES-256 in Galois/Counter Mode under a key derived from the passphrase
 * (Argon2id), as in the vault. Sealing and opening take several hundred ms and 64 MiB.
 */
public final class PassphraseSeal {
    private static final SecureRandom RANDOM = new SecureRandom();

    private PassphraseSeal() {}

    /**
     * Seals a secret and returns the file.
     *
     * @param purpose its purpose; it opens for no other
     * @param passphrase not empty; the caller wipes it
     * @throws IllegalArgumentException if the passphrase is empty
     */
    public static byte[] seal(byte[] plain, char[] passphrase, String purpose) {
        if (passphrase.length == 0) {
            throw new IllegalArgumentException("the passphrase is empty");
        }
        byte[] salt = new byte[KeyDerivation.SALT_BYTES];
        RANDOM.nextBytes(salt);
        KeyDerivation derivation = KeyDerivation.standard(salt);
        byte[] key = derivation.key(passphrase);
        try {
            return encoded(purpose, derivation, Sealed.seal(key, plain, context(purpose, derivation), RANDOM));
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /** Returns whether a file claims to be sealed for a purpose. */
    public static boolean isSealed(byte[] file, String purpose) {
        try {
            return StrictJson.read(file).path("format").asText().equals(purpose);
        } catch (MalformedJsonException e) {
            return false;
        }
    }

    /**
     * Opens a file. The caller wipes the result.
     *
     * @return empty if the passphrase or the purpose differs, or anything in the file was changed
     */
    public static Optional<byte[]> open(byte[] file, char[] passphrase, String purpose) {
        try {
            JsonNode root = StrictJson.read(file);
            JsonNode kdf = root.path("kdf");
            if (!isSealed(file, purpose) || root.path("version").asInt() != 1) {
                return Optional.empty();
            }
            KeyDerivation derivation = new KeyDerivation(
                    kdf.path("memory_kib").asInt(),
                    kdf.path("passes").asInt(),
                    kdf.path("lanes").asInt(),
                    bytes(kdf.path("salt")));
            byte[] key = derivation.key(passphrase);
            try {
                return new Sealed(bytes(root.path("nonce")), bytes(root.path("sealed")))
                        .open(key, context(purpose, derivation));
            } finally {
                Arrays.fill(key, (byte) 0);
            }
        } catch (MalformedJsonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static byte[] encoded(String purpose, KeyDerivation derivation, Sealed sealed) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", purpose).put("version", 1);
        root.putObject("kdf")
                .put("name", "argon2id")
                .put("memory_kib", derivation.memoryKib())
                .put("passes", derivation.passes())
                .put("lanes", derivation.lanes())
                .put("salt", text(derivation.salt()));
        root.put("nonce", text(sealed.nonce())).put("sealed", text(sealed.bytes()));
        return (StrictJson.write(root) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the associated data, so that a change of the derivation is detected. */
    private static String context(String purpose, KeyDerivation derivation) {
        return purpose + " 1 argon2id " + derivation.memoryKib() + " " + derivation.passes() + " " + derivation.lanes()
                + " " + text(derivation.salt());
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(JsonNode node) {
        return Base64.getDecoder().decode(node.asText());
    }
}
