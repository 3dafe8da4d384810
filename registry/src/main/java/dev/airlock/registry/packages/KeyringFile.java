package dev.airlock.registry.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.Permissions;
import dev.airlock.runtime.files.ProcessLock;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;

/**
 * The file of a keyring, {@code {"version":1,"publishers":{"<authority>":["<base64 of the raw 32-byte key>"]}}}. Anyone who can write it
 * decides whom to trust, so only its owner may. One process changes it at a time. Thread-safe.
 */
public final class KeyringFile {
    private static final int LARGEST = 4 << 20;
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final Path file;

    /** Creates the keyring in a file; a missing file trusts no publisher. */
    public KeyringFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** Returns the keyring of a home folder. */
    public static KeyringFile in(Path home) {
        return new KeyringFile(new Home(home).keyring());
    }

    /** Returns the file. */
    public Path path() {
        return file;
    }

    /**
     * Reads the present keyring.
     *
     * @throws IOException if the file cannot be read, any part of it is invalid, or others may write it; for its content and permissions,
     *     the message has whole sentences
     */
    public Keyring read() throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw damaged(); // a folder has no content, and a pipe could block forever
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (NoSuchFileException e) {
            return Keyring.empty();
        }
        if (Permissions.othersMayWrite(file)) {
            throw new IOException("Other users may write the keyring, and so decide who is trusted. Run `chmod go-w "
                    + file + "`, and check its keys.");
        }
        return (bytes.length > LARGEST ? Optional.<Keyring>empty() : decoded(bytes)).orElseThrow(this::damaged);
    }

    /**
     * Changes the keyring, alone.
     *
     * @param record records the change, or throws. Called once the new file is on disk and before it replaces the old one, if anything
     *     changes
     * @return the keyring before the change
     * @throws IOException if it failed; the file is then unchanged
     */
    @SuppressWarnings("try") // the lock is held, not used
    public Keyring change(UnaryOperator<Keyring> change, Runnable record) throws IOException {
        try (ProcessLock lock = ProcessLock.take(file.resolveSibling(file.getFileName() + ".lock"), WAIT)) {
            Keyring before = read();
            Keyring after = change.apply(before);
            if (!after.equals(before)) {
                WholeFile.write(file, encoded(after), record);
            }
            return before;
        }
    }

    private IOException damaged() {
        return new IOException("The keyring " + file + " is damaged. Airlock trusts no key in it: restore a copy"
                + ", or move it away and trust the publishers again.");
    }

    private static byte[] encoded(Keyring keyring) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("version", 1);
        ObjectNode publishers = root.putObject("publishers");
        keyring.publishers().forEach((authority, keys) -> {
            ArrayNode array = publishers.putArray(authority);
            keys.forEach(key -> array.add(key.base64()));
        });
        return (StrictJson.writeIndented(root) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<Keyring> decoded(byte[] bytes) {
        try {
            JsonNode root = StrictJson.read(bytes);
            JsonNode publishers = root.path("publishers");
            if (!root.path("version").isIntegralNumber()
                    || root.path("version").asInt() != 1
                    || root.size() != 2
                    || !publishers.isObject()) {
                return Optional.empty();
            }
            Map<String, List<PublisherKey>> keys = new TreeMap<>();
            publishers.properties().forEach(entry -> keys.put(authority(entry.getKey()), keys(entry.getValue())));
            return Optional.of(new Keyring(keys));
        } catch (MalformedJsonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String authority(String text) {
        return ConnectorName.parse(text)
                .optional()
                .filter(name -> name.authority().equals(text))
                .map(ConnectorName::authority)
                .orElseThrow(() -> new IllegalArgumentException("not a publisher"));
    }

    private static List<PublisherKey> keys(JsonNode array) {
        if (!array.isArray() || array.isEmpty()) {
            throw new IllegalArgumentException("not a list of keys");
        }
        return StreamSupport.stream(array.spliterator(), false)
                .map(key -> new PublisherKey(Base64.getDecoder().decode(key.asText())))
                .toList();
    }
}
