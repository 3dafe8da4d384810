package dev.airlock.runtime.store;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.packages.ContentHash;
import java.util.Optional;

/**
 * A connector in the store, as its manifest describes it.
 *
 * @param hash the hash that its place is called by, not one that was computed
 * @param manifest what its manifest says, or what is wrong with it
 * @param bytes how much room it takes
 */
public record StoredConnector(ContentHash hash, ManifestResult manifest, long bytes) {
    /** Who it says it is; empty if its manifest cannot be read. */
    public Optional<ConnectorManifest.Connector> connector() {
        return manifest instanceof ManifestResult.Read read
                ? Optional.of(read.manifest().connector())
                : Optional.empty();
    }

    /** Whether that is who it says it is. */
    public boolean isCalled(ConnectorReference reference) {
        return connector()
                .filter(connector -> connector.reference().equals(reference))
                .isPresent();
    }
}
