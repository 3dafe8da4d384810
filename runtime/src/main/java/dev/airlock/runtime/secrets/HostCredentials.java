package dev.airlock.runtime.secrets;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.function.BiConsumer;

/** The credentials of all connectors in a host's store. Thread-safe. */
public final class HostCredentials {
    private final SecretStore store;
    private final SecretRenewal renewal = new SecretRenewal();
    private final BiConsumer<String, Throwable> faults;

    /** @param faults is told why the store failed */
    public HostCredentials(SecretStore store, BiConsumer<String, Throwable> faults) {
        this.store = store;
        this.faults = faults;
    }

    /** Those of one connector. */
    public CredentialSource sourceFor(ConnectorIdentity identity, ConnectorManifest manifest) {
        return new HostSecrets(store, renewal, faults, identity, manifest);
    }

    /** Has the store asked again for what a service did not accept. */
    public CredentialRefresh refresh() {
        return renewal;
    }
}
