package dev.airlock.registry.install;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.source.ConnectorRegistry;
import dev.airlock.runtime.actions.source.ConnectorSource;
import java.io.IOException;
import java.nio.file.Path;

/** The runtime's port for installed connectors, over the store and the keyring of one home. */
final class HomeRegistry implements ConnectorRegistry {
    private final InstalledConnectors installed;

    HomeRegistry(Path home) {
        this.installed = new InstalledConnectors(home);
    }

    @Override
    public Entry find(ConnectorReference reference) throws IOException {
        Installed found = installed.find(reference);
        if (found instanceof Installed.Whole whole) {
            return new Entry.Found(whole.manifest(), whole.files());
        }
        return found instanceof Installed.Refused refused ? new Entry.Refused(refused.failure()) : new Entry.Missing();
    }

    @Override
    public ConnectorSource source() {
        return installed.source();
    }
}
