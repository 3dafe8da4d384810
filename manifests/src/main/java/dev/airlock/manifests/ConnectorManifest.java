package dev.airlock.manifests;

import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.SemVer;
import dev.airlock.manifests.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A connector's manifest: its identity and everything that it asks for. A connector gets nothing that its manifest does not declare.
 *
 * @param connector the identity of the connector
 * @param idempotency whether its calls may be repeated; empty when the manifest leaves the decision to the facts of the call
 * @param reactorSnapshot whether it asks to be started once and copied for each call
 * @param capabilities the capabilities that it asks for
 * @param limits the limits it runs under
 * @param intents its abilities, for discovery
 * @param operations the operations it declares; each name once
 * @param settings the settings for the person who installs it; a host that a setting completes is among the grants once the setting has a
 *     value
 */
public record ConnectorManifest(
        Connector connector,
        Optional<Idempotency> idempotency,
        boolean reactorSnapshot,
        Capabilities capabilities,
        Limits limits,
        List<String> intents,
        List<Operation> operations,
        Settings settings) {

    /** Copies the lists. */
    public ConnectorManifest {
        intents = List.copyOf(intents);
        operations = List.copyOf(operations);
    }

    /** Returns this manifest with other settings. The hosts that they complete replace those that the old settings completed. */
    public ConnectorManifest with(Settings other) {
        List<NetworkGrant> hosts = new ArrayList<>(capabilities.grants());
        hosts.removeAll(settings.completedHosts());
        hosts.addAll(other.completedHosts());
        return new ConnectorManifest(
                connector,
                idempotency,
                reactorSnapshot,
                capabilities.withHosts(hosts),
                limits,
                intents,
                operations,
                other);
    }

    /** Returns whether the manifest names no host, not even one that a setting completes. */
    public boolean namesNoHost() {
        return capabilities.grants().isEmpty() && settings.hosts().isEmpty();
    }

    /** Returns the operation of that name, if the manifest declares it. */
    public Optional<Operation> operation(String name) {
        return operations.stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    /**
     * The table {@code [connector]}: the identity of the connector.
     *
     * @param name the full name
     * @param version the version
     * @param publisher the name to show as its publisher; only a claim, because the authority in the name is decisive
     * @param description its purpose, in one or more lines
     * @param provenanceHash {@code sha256:} and 64 hexadecimal digits, in lower case
     */
    public record Connector(
            ConnectorName name,
            SemVer version,
            Optional<String> publisher,
            Optional<String> description,
            Optional<String> provenanceHash) {

        /** Returns name and version together. */
        public ConnectorReference reference() {
            return new ConnectorReference(name, version);
        }
    }

    /**
     * The tables under {@code [capabilities]}. An absent table and an empty one differ: see {@link HostFunction#impliedBy}.
     *
     * @param network the hosts it may talk to, in the manifest's order; empty when the table is absent
     * @param credentials the credentials to inject into its requests
     * @param imports the host functions it names, in the manifest's order; empty when the table is absent
     * @param state whether it asks for state
     */
    public record Capabilities(
            Optional<List<NetworkGrant>> network,
            DeclaredCredentials credentials,
            Optional<List<String>> imports,
            boolean state) {

        /** Copies the lists. */
        public Capabilities {
            network = network.map(List::copyOf);
            imports = imports.map(List::copyOf);
        }

        private Capabilities withHosts(List<NetworkGrant> hosts) {
            return new Capabilities(network.map(before -> hosts), credentials, imports, state);
        }

        /** Returns the credential of {@code [capabilities.credential]}. */
        public Optional<Credential> credential() {
            return credentials.first();
        }

        /** Returns the hosts it may talk to; none when the table is absent. */
        public List<NetworkGrant> grants() {
            return network.orElse(List.of());
        }
    }
}
