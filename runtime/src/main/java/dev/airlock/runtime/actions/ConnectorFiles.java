package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.IntegrityCheck;
import java.util.Map;
import java.util.Optional;

/** The bytes of a connector, as they lie somewhere now. Immutable. */
public final class ConnectorFiles {
    private final byte[] manifest;
    private final byte[] module;
    private final Optional<ConnectorIdentity> identity;
    private final IntegrityCheck integrity;
    private final Map<String, JsonNode> settings;

    /**
     * A connector of whom nobody verified who it is.
     *
     * @param manifest the bytes of {@code manifest.toml}
     * @param module the bytes of {@code connector.wasm}
     */
    public ConnectorFiles(byte[] manifest, byte[] module) {
        this(manifest.clone(), module.clone(), Optional.empty(), IntegrityCheck.NONE, Map.of());
    }

    /**
     * A connector that is known.
     *
     * @param identity who it is, as far as that was verified; what it keeps is kept under that
     */
    public ConnectorFiles(byte[] manifest, byte[] module, ConnectorIdentity identity) {
        this(manifest.clone(), module.clone(), Optional.of(identity), IntegrityCheck.NONE, Map.of());
    }

    private ConnectorFiles(
            byte[] manifest,
            byte[] module,
            Optional<ConnectorIdentity> identity,
            IntegrityCheck integrity,
            Map<String, JsonNode> settings) {
        this.manifest = manifest;
        this.module = module;
        this.identity = identity;
        this.integrity = integrity;
        this.settings = Map.copyOf(settings);
    }

    /** The same, of which is checked before each attempt that it still is what lies where it came from. */
    public ConnectorFiles checkedBy(IntegrityCheck check) {
        return new ConnectorFiles(manifest, module, identity, check, settings);
    }

    /** The same with the values that were given to the connector's settings, in the place of those that lie in the home. */
    public ConnectorFiles setTo(Map<String, JsonNode> values) {
        return new ConnectorFiles(manifest, module, identity, integrity, values);
    }

    /** The values that were given to its settings. */
    public Map<String, JsonNode> settings() {
        return settings;
    }

    /** The content hash: {@code sha256:} and 64 hex digits of the SHA-256 over the module, then the manifest. */
    public String hash() {
        return ContentHash.of(module, manifest).text();
    }

    /** A copy of the manifest's bytes. */
    public byte[] manifest() {
        return manifest.clone();
    }

    /** A copy of the module's bytes. */
    public byte[] module() {
        return module.clone();
    }

    /** The check before each attempt; none of what was given as bytes. */
    public IntegrityCheck integrity() {
        return integrity;
    }

    /** Who the connector is; empty if nobody verified that. */
    public Optional<ConnectorIdentity> identity() {
        return identity;
    }
}
