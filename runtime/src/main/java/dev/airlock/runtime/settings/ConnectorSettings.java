package dev.airlock.runtime.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.settings.Setting;
import dev.airlock.manifests.settings.Settings;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The file of values, {@code {"version":1,"connectors":{"<who>":{"<setting>":value}}}}. A signed connector has its values by name and
 * verified publisher, so that they survive an update; an unsigned one has them by folder. Anyone who can write the file decides which hosts
 * connectors reach, so only its owner may. One process changes it at a time. Thread-safe.
 */
public final class ConnectorSettings {
    private static final int LARGEST = 4 << 20;
    private static final Duration WAIT = Duration.ofSeconds(10);

    private final Path home;
    private final Path file;

    private ConnectorSettings(Path home) {
        this.home = home.toAbsolutePath();
        this.file = new Home(this.home).connectorSettings();
    }

    /** Returns the settings in a home folder. */
    public static ConnectorSettings in(Path home) {
        return new ConnectorSettings(home);
    }

    /**
     * Returns the values of a connector; none if it has none.
     *
     * @throws IOException if the file cannot be read, is invalid, or others may write it; the message has whole sentences
     */
    public Map<String, JsonNode> of(ConnectorIdentity connector) throws IOException {
        return read().getOrDefault(connector.key(), Map.of());
    }

    /**
     * Returns a manifest with its connector's values. Does not read the file if the manifest declares no settings.
     *
     * @return wrong if a setting has no value, or one that its manifest does not accept (any more), with the next step
     * @throws IOException as for {@link #of}
     */
    public Parsed<ConnectorManifest> configure(ConnectorIdentity connector, ConnectorManifest manifest)
            throws IOException {
        Settings declared = manifest.settings();
        return declared.declared().isEmpty() ? Parsed.ok(manifest) : configured(manifest, of(connector));
    }

    /** Returns a manifest with given values. Ignores values that the manifest does not declare any more. */
    public static Parsed<ConnectorManifest> configured(ConnectorManifest manifest, Map<String, JsonNode> values) {
        Map<String, JsonNode> known = new TreeMap<>(values);
        known.keySet().removeIf(name -> manifest.settings().named(name).isEmpty());
        return manifest.settings()
                .with(known)
                .then(settings -> settings.missing().isEmpty()
                        ? Parsed.ok(manifest.with(settings))
                        : Parsed.wrong(missing(manifest, settings), next(manifest, settings)));
    }

    private static String missing(ConnectorManifest manifest, Settings settings) {
        return manifest.connector().name() + " needs "
                + settings.missing().stream()
                        .map(setting -> setting.name()
                                + setting.description()
                                        .map(text -> " (" + text + ")")
                                        .orElse(""))
                        .collect(Collectors.joining(", ", "a value for its setting ", ""));
    }

    private static String next(ConnectorManifest manifest, Settings settings) {
        return "give it with `airlock settings set " + manifest.connector().name()
                + settings.missing().stream()
                        .map(Setting::name)
                        .map(name -> " " + name + "=VALUE")
                        .collect(Collectors.joining())
                + "`, with its folder instead of the name if it is not installed";
    }

    /**
     * Changes the values of a connector, alone.
     *
     * @param record records the change, or throws. Called once the new file is on disk and before it replaces the old one, if anything
     *     changes
     * @throws IOException if it failed; the file is then unchanged
     */
    @SuppressWarnings("try") // the lock is held, not used
    public void change(ConnectorIdentity connector, UnaryOperator<Map<String, JsonNode>> change, Runnable record)
            throws IOException {
        WholeFile.createFolder(home);
        try (ProcessLock lock = ProcessLock.take(file.resolveSibling(file.getFileName() + ".lock"), WAIT)) {
            Map<String, Map<String, JsonNode>> all = new TreeMap<>(read());
            Map<String, JsonNode> before = all.getOrDefault(connector.key(), Map.of());
            Map<String, JsonNode> after = change.apply(before);
            if (!after.equals(before)) {
                all.put(connector.key(), after);
                all.values().removeIf(Map::isEmpty);
                WholeFile.write(file, encoded(all), record);
            }
        }
    }

    private Map<String, Map<String, JsonNode>> read() throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw damaged();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (NoSuchFileException e) {
            return Map.of();
        }
        if (Permissions.othersMayWrite(file)) {
            throw new IOException(
                    "Other users may write the settings of connectors, and so decide which hosts they reach. Run `chmod go-w "
                            + file + "`, and check its content.");
        }
        return (bytes.length > LARGEST ? Optional.<Map<String, Map<String, JsonNode>>>empty() : decoded(bytes))
                .orElseThrow(this::damaged);
    }

    private IOException damaged() {
        return new IOException("The settings of connectors, " + file
                + ", are damaged. Restore a copy, or move"
                + " the file away and set them again.");
    }

    private static byte[] encoded(Map<String, Map<String, JsonNode>> all) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("version", 1);
        ObjectNode connectors = root.putObject("connectors");
        all.forEach((who, values) -> {
            ObjectNode node = connectors.putObject(who);
            new TreeMap<>(values).forEach(node::set);
        });
        return (StrictJson.writeIndented(root) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<Map<String, Map<String, JsonNode>>> decoded(byte[] bytes) {
        try {
            JsonNode root = StrictJson.read(bytes);
            JsonNode connectors = root.path("connectors");
            if (root.path("version").asInt() != 1 || !connectors.isObject()) {
                return Optional.empty();
            }
            Map<String, Map<String, JsonNode>> all = new LinkedHashMap<>();
            connectors.properties().forEach(connector -> {
                Map<String, JsonNode> values = new LinkedHashMap<>();
                connector.getValue().properties().forEach(value -> values.put(value.getKey(), value.getValue()));
                all.put(connector.getKey(), values);
            });
            return Optional.of(all);
        } catch (MalformedJsonException notJson) {
            return Optional.empty();
        }
    }
}
