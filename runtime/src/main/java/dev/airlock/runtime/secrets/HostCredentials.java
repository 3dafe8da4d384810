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

    /** @param faults receives the failures of the store */
    public HostCredentials(SecretStore store, BiConsumer<String, Throwable> faults) {
        this.store = store;
        this.faults = faults;
    }

    /** Returns the credentials of one connector. */
    public CredentialSource sourceFor(ConnectorIdentity identity, ConnectorManifest manifest) {
        HostSecrets source = new HostSecrets(store, renewal, faults, identity, manifest);
        synchronized (sources) {
            sources.add(source);
        }
        return source;
    }

    /** Returns the renewal, which asks the store again after a service rejected a credential. */
    public CredentialRefresh refresh() {
        return renewal;
    }

    /** Forgets every secret that the store allowed to be kept. */
    @Override
    public void close() {
        synchronized (sources) {
            sources.forEach(HostSecrets::forget);
        }
    }
}
