package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.settings.ConnectorSettings;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recording as a file: the connector, and each attempt at the call. It has lines of JSON, defined by
 * {@code src/abi/recording.schema.json}; the last one has the SHA-256 of all before it. Immutable.
 *
 * @param origin the connector that was called
 * @param attempts its attempts, in order, at least one
 */
public record RecordingFile(Origin origin, List<Recording> attempts) {
    /** The version of the format. Only this one is read. */
    public static final int VERSION = 1;

    /** The maximum size of a file, in bytes. */
    public static final int MOST_BYTES = 256 << 20;

    private static final byte[] NOTHING = {};

    /** Copies the list. */
    public RecordingFile {
        attempts = List.copyOf(attempts);
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("a recording has at least one attempt");
        }
    }

    /**
     * The connector that was called.
     *
     * @param manifest its manifest, unchanged
     * @param moduleHash the hash of its WebAssembly
     * @param settings the values of its settings
     */
    public record Origin(String manifest, ContentHash moduleHash, Map<String, JsonNode> settings) {
        /** Copies the map. */
        public Origin {
            settings = Map.copyOf(settings);
        }

        /** Returns the origin with a connector's bytes. */
        public static Origin of(ConnectorFiles files) {
            return new Origin(
                    new String(files.manifest(), StandardCharsets.UTF_8), hash(files.module()), files.settings());
        }

        /**
         * Reads its manifest and applies the settings.
         *
         * @throws BadRecordingException if this version cannot read it
         */
        public ConnectorManifest readManifest() throws BadRecordingException {
            Optional<ConnectorManifest> read = ManifestReader.read(
                                    "manifest.toml", manifest.getBytes(StandardCharsets.UTF_8))
                            instanceof ManifestResult.Read whole
                    ? ConnectorSettings.configured(whole.manifest(), settings).optional()
                    : Optional.empty();
            return read.orElseThrow(
                    () -> new BadRecordingException("has a manifest that this version of Airlock does not accept"));
        }

        /** Returns the hash of its manifest. */
        public ContentHash manifestHash() {
            return hash(manifest.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns the hash of a module or a manifest alone. */
    public static ContentHash hash(byte[] bytes) {
        return ContentHash.of(bytes, NOTHING);
    }
}
