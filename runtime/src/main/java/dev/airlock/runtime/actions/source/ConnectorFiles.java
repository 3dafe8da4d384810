package dev.airlock.runtime.actions.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.files.IntegrityCheck;
import java.util.Map;
import java.util.Optional;

/** The bytes of a connector as they are now. Immutable. */
public final class ConnectorFiles {
    /** The name of the module in a folder and in a package. */
    public static final String MODULE = "connector.wasm";
    /** The name of the manifest. */
    public static final String MANIFEST = "manifest.toml";

    private final byte[] manifest;
    private final byte[] module;
    private final Optional<ConnectorIdentity> identity;
    private final IntegrityCheck integrity;
    private final Map<String, JsonNode> settings;

    /**
     * Creates a connector whose identity is not verified.
     *
     * @param manifest the bytes of {@code manifest.toml}
     * @param module the bytes of {@code connector.wasm}
     */
    public ConnectorFiles(byte[] manifest, byte[] module) {
        this(manifest.clone(), module.clone(), Optional.empty(), IntegrityCheck.NONE, Map.of());
    }

    /**
     * Creates a connector with a known identity.
     *
     * @param identity its identity, as far as that was verified; the connector's state is kept under it
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

    /** Returns these files with a check, before each attempt, that their source has not changed. */
    public ConnectorFiles checkedBy(IntegrityCheck check) {
        return new ConnectorFiles(manifest, module, identity, check, settings);
    }

    /** Returns these files with values for the connector's settings, which replace those in the home. */
    public ConnectorFiles setTo(Map<String, JsonNode> values) {
        return new ConnectorFiles(manifest, module, identity, integrity, values);
    }

    /** Returns the values for its settings. */
    public Map<String, JsonNode> settings() {
        return settings;
    }

    /** Returns the content hash: {@code sha256:} and 64 hex digits of the SHA-256 over the module, then the manifest. */
    public String hash() {
        return ContentHash.of(module, manifest).text();
    }

    /** Returns a copy of the manifest's bytes. */
    public byte[] manifest() {
        return manifest.clone();
    }

    /** Returns a copy of the module's bytes. */
    public byte[] module() {
        return module.clone();
    }

    /** Returns the check before each attempt; for connectors given as bytes, a check that always passes. */
    public IntegrityCheck integrity() {
        return integrity;
    }

    /** Returns the connector's identity; empty if it is not verified. */
    public Optional<ConnectorIdentity> identity() {
        return identity;
    }
}
