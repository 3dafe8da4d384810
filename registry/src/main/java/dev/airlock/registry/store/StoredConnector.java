package dev.airlock.registry.store;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import java.util.Optional;

/**
 * A connector in the store, as its manifest describes it.
 *
 * @param hash the hash that names its place; not computed
 * @param manifest its manifest, or its problems
 * @param bytes its size on disk
 */
public record StoredConnector(ContentHash hash, ManifestResult manifest, long bytes) {
    /** Returns the name and version in its manifest; empty if the manifest cannot be read. */
    public Optional<ConnectorManifest.Connector> connector() {
        return manifest instanceof ManifestResult.Read read
                ? Optional.of(read.manifest().connector())
                : Optional.empty();
    }

    /** Returns whether its manifest has a name and version. */
    public boolean isCalled(ConnectorReference reference) {
        return connector()
                .filter(connector -> connector.reference().equals(reference))
                .isPresent();
    }
}
