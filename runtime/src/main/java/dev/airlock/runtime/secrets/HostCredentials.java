package dev.airlock.runtime.secrets;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;

/** The credentials of all connectors in a host's store. Thread-safe. */
public final class HostCredentials implements AutoCloseable {
    private final SecretStore store;
    private final SecretRenewal renewal = new SecretRenewal();
    private final BiConsumer<String, Throwable> faults;
    private final Set<HostSecrets> sources = Collections.newSetFromMap(new WeakHashMap<>());

    /** @param faults is told why the store failed */
    public HostCredentials(SecretStore store, BiConsumer<String, Throwable> faults) {
        this.store = store;
        this.faults = faults;
    }

    /** Those of one connector. */
    public CredentialSource sourceFor(ConnectorIdentity identity, ConnectorManifest manifest) {
        HostSecrets source = new HostSecrets(store, renewal, faults, identity, manifest);
        synchronized (sources) {
            sources.add(source);
        }
        return source;
    }

    /** Has the store asked again for what a service did not accept. */
    public CredentialRefresh refresh() {
        return renewal;
    }

    /** Forgets every secret that the store let be kept. */
    @Override
    public void close() {
        synchronized (sources) {
            sources.forEach(HostSecrets::forget);
        }
    }
}
