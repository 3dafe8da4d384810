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
 * A connector's manifest: who it is and what it asks for. What is not declared here does not exist for it.
 *
 * @param connector who the connector is
 * @param idempotency whether its calls may be repeated; empty when the manifest leaves it to the evidence
 * @param reactorSnapshot whether it asks to be started once and copied for each call
 * @param capabilities what it asks for
 * @param limits the limits it runs under
 * @param intents what it can do, for discovery
 * @param operations the operations it declares; each name once
 * @param settings what whoever installs it sets; the hosts that they complete are among its grants once they have values
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

    /** The same with other settings, and the hosts that they complete in place of those that its own did. */
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

    /** Whether it names no host, not even one that a setting completes. */
    public boolean namesNoHost() {
        return capabilities.grants().isEmpty() && settings.hosts().isEmpty();
    }

    /** The operation of that name, if the manifest declares it. */
    public Optional<Operation> operation(String name) {
        return operations.stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    /**
     * The table {@code [connector]}: who the connector is.
     *
     * @param name the full name
     * @param version the version
     * @param publisher who to show as its publisher; a claim, the name's authority is what counts
     * @param description what it is for, perhaps several lines
     * @param provenanceHash {@code sha256:} and 64 hexadecimal digits, in lower case
     */
    public record Connector(
            ConnectorName name,
            SemVer version,
            Optional<String> publisher,
            Optional<String> description,
            Optional<String> provenanceHash) {

        /** Name and version in one. */
        public ConnectorReference reference() {
            return new ConnectorReference(name, version);
        }
    }

    /**
     * The tables under {@code [capabilities]}. An absent table and an empty one differ: see {@link HostFunction#impliedBy}.
     *
     * @param network the hosts it may talk to, in the manifest's order; empty when the table is absent
     * @param credentials what it wants injected into its requests
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

        /** The credential of {@code [capabilities.credential]}. */
        public Optional<Credential> credential() {
            return credentials.first();
        }

        /** The hosts it may talk to; none when the table is absent. */
        public List<NetworkGrant> grants() {
            return network.orElse(List.of());
        }
    }
}
