package dev.airlock.runtime.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Something small under a passphrase, as a file of its own: AES-256 in Galois/Counter Mode under a key made of the passphrase
 * (Argon2id), as the vault does it. Sealing and opening take a few tenths of a second and 64 MiB.
 */
public final class PassphraseSeal {
    private static final SecureRandom RANDOM = new SecureRandom();

    private PassphraseSeal() {}

    /**
     * The file.
     *
     * @param purpose what it is for: it opens for nothing else
     * @param passphrase not empty; stays the caller's to wipe
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

    /** Whether a file is sealed for that purpose, as far as can be seen from outside. */
    public static boolean isSealed(byte[] file, String purpose) {
        try {
            return StrictJson.read(file).path("format").asText().equals(purpose);
        } catch (MalformedJsonException e) {
            return false;
        }
    }

    /**
     * What was sealed, to be wiped by the caller.
     *
     * @return empty if the passphrase or the purpose is another one, or anything in the file is not as it was written
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

    /** Nothing of the derivation can be changed without its being noticed. */
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
