package dev.airlock.runtime.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The file of a vault: a JSON document with everything except secrets in plain text.
 *
 * @param derivation the derivation of the key that encrypts the data key
 * @param key the random data key, sealed under the passphrase's key
 * @param content the entries, sealed under the data key
 */
record VaultDocument(KeyDerivation derivation, Sealed key, Sealed content) {
    /** Returns the associated data of the data key, so that a change of the derivation is detected. */
    String keyContext() {
        return keyContext(derivation);
    }

    /** Returns the associated data of the data key, before there is a document. */
    static String keyContext(KeyDerivation derivation) {
        return "airlock-vault-1 key argon2id " + derivation.memoryKib() + " " + derivation.passes() + " "
                + derivation.lanes() + " " + text(derivation.salt());
    }

    /** Returns the associated data of the contents, which ties them to this vault. */
    static String contentContext(KeyDerivation derivation) {
        return "airlock-vault-1 content " + text(derivation.salt());
    }

    /** Returns a copy with other entries. */
    VaultDocument withContent(Sealed other) {
        return new VaultDocument(derivation, key, other);
    }

    /** Returns the whole file. */
    byte[] encoded() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", "airlock-vault").put("version", 1);
        root.putObject("kdf")
                .put("name", "argon2id")
                .put("memory_kib", derivation.memoryKib())
                .put("passes", derivation.passes())
                .put("lanes", derivation.lanes())
                .put("salt", text(derivation.salt()));
        put(root.putObject("key"), key);
        put(root.putObject("content"), content);
        root.put("checksum", checksum());
        return (StrictJson.write(root) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a document that {@link #encoded} wrote; returns empty if a single byte was changed. */
    static Optional<VaultDocument> decoded(byte[] file) {
        try {
            JsonNode root = StrictJson.read(file);
            JsonNode kdf = root.path("kdf");
            VaultDocument document = new VaultDocument(
                    new KeyDerivation(
                            kdf.path("memory_kib").asInt(),
                            kdf.path("passes").asInt(),
                            kdf.path("lanes").asInt(),
                            bytes(kdf.path("salt"))),
                    sealed(root.path("key")),
                    sealed(root.path("content")));
            boolean whole = Arrays.equals(document.encoded(), file);
            return whole ? Optional.of(document) : Optional.empty();
        } catch (MalformedJsonException | IllegalArgumentException e) {
            return Optional.empty(); // the caller knows the file and reports it
        }
    }

    /** Returns a checksum that tells a damaged file from a wrong passphrase. The protection comes from the seals. */
    private String checksum() {
        byte[] context = keyContext().getBytes(StandardCharsets.UTF_8);
        return "sha256:" + Sha256.hex(context, key.nonce(), key.bytes(), content.nonce(), content.bytes());
    }

    private static void put(ObjectNode node, Sealed sealed) {
        node.put("nonce", text(sealed.nonce())).put("sealed", text(sealed.bytes()));
    }

    private static Sealed sealed(JsonNode node) {
        return new Sealed(bytes(node.path("nonce")), bytes(node.path("sealed")));
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(JsonNode node) {
        return Base64.getDecoder().decode(node.asText());
    }
}
