package dev.airlock.cli.run;

import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ConnectorManifest.Capabilities;
import dev.airlock.manifests.HostFunction;
import dev.airlock.manifests.HostFunction.Capability;
import dev.airlock.manifests.ManifestText;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The capabilities that a connector has needed so far. Immutable.
 *
 * @param declared the manifest as its author wrote it, which provides the rest: name, limits, operations
 * @param addresses the addresses that the user allows beside public ones
 * @param imports the host functions that the module imports, which it needs to be loaded
 * @param hosts the hosts that it asked for, in that order
 * @param credentials the credentials that it asked for
 * @param state whether it used its state
 */
record LearnedManifest(
        ConnectorManifest declared,
        AddressRules addresses,
        List<String> imports,
        List<NetworkGrant> hosts,
        List<NamedCredential> credentials,
        boolean state) {
    /** Copies the lists. */
    LearnedManifest {
        imports = List.copyOf(imports);
        hosts = List.copyOf(hosts);
        credentials = List.copyOf(credentials);
    }

    /** Returns a manifest that grants only the imports that the module needs to be loaded. */
    static LearnedManifest nothing(ConnectorManifest declared, AddressRules addresses, List<String> imports) {
        return new LearnedManifest(declared, addresses, imports, List.of(), List.of(), false);
    }

    /** Returns a manifest that grants exactly these capabilities. */
    ConnectorManifest manifest() {
        return new ConnectorManifest(
                declared.connector(),
                declared.idempotency(),
                declared.reactorSnapshot(),
                new Capabilities(
                        hosts.isEmpty() ? Optional.empty() : Optional.of(hosts),
                        new DeclaredCredentials(credentials),
                        Optional.of(imports),
                        state),
                declared.limits(),
                declared.intents(),
                declared.operations(),
                declared.settings().completing(hosts));
    }

    /** Returns this with the capability of a denial; empty if no grant can allow it, or if this already has it. */
    Optional<LearnedManifest> with(String requested) {
        boolean asksForState = Arrays.stream(HostFunction.values())
                .anyMatch(
                        function -> function.wireName().equals(requested) && function.capability() == Capability.STATE);
        if (asksForState && !state) {
            return Optional.of(new LearnedManifest(declared, addresses, imports, hosts, credentials, true));
        }
        Optional<NamedCredential> asked = credential(requested).filter(this::isNew);
        if (asked.isPresent()) {
            List<NamedCredential> more = new ArrayList<>(credentials);
            more.add(asked.get().name().isEmpty() ? 0 : more.size(), asked.get());
            return Optional.of(new LearnedManifest(declared, addresses, imports, hosts, more, state));
        }
        if (NetworkGrant.parse(requested) instanceof Parsed.Ok<NetworkGrant> host
                && !hosts.contains(host.value())
                && isReachable(host.value())) {
            List<NetworkGrant> more = new ArrayList<>(hosts);
            more.add(host.value());
            return Optional.of(new LearnedManifest(declared, addresses, imports, more, credentials, state));
        }
        return Optional.empty();
    }

    private boolean isNew(NamedCredential asked) {
        return credentials.stream().noneMatch(known -> known.name().equals(asked.name()));
    }

    /**
     * Returns the credential as the author declares it, or else in its plain form. Two kinds have no plain form, because they need values
     * that a call does not show.
     */
    private Optional<NamedCredential> credential(String asked) {
        DeclaredCredentials known = declared.capabilities().credentials();
        return known.find(asked)
                .or(() -> CredentialKind.parse(asked)
                        .optional()
                        .filter(kind -> known.namesOf(asked).isEmpty())
                        .flatMap(LearnedManifest::plain)
                        .map(NamedCredential::only));
    }

    private static Optional<Credential> plain(CredentialKind kind) {
        return switch (kind) {
            case API_KEY -> Optional.of(new Credential.ApiKey(Optional.empty(), Slot.Header.STANDARD));
            case BEARER -> Optional.of(new Credential.Bearer(Optional.empty(), Slot.Header.STANDARD));
            case BASIC -> Optional.of(new Credential.Basic(Optional.empty()));
            case OAUTH2, AWS_SIGV4 -> Optional.empty();
        };
    }

    /** Returns whether calls can reach a host under the user's rules. Other hosts are not granted. */
    private boolean isReachable(NetworkGrant grant) {
        Host host = grant.address().host();
        return AddressRules.kindOf(host)
                .map(kind -> addresses.allows(host, kind))
                .orElse(true);
    }

    /** Returns the learned hosts that calls can reach only if the user allows them. */
    List<Host> needLeave() {
        return hosts.stream()
                .map(grant -> grant.address().host())
                .filter(host -> AddressRules.kindOf(host)
                        .filter(kind -> kind != AddressKind.PUBLIC)
                        .isPresent())
                .distinct()
                .toList();
    }

    /** Returns the whole manifest as text. */
    String toml() {
        return ManifestText.of(manifest());
    }

    /** Returns the capabilities that the author declares and the call did not need. */
    List<String> unused() {
        Capabilities asked = declared.capabilities();
        List<String> unused = new ArrayList<>();
        asked.grants().stream()
                .filter(host -> !hosts.contains(host))
                .map(host -> "network " + host)
                .forEach(unused::add);
        asked.credentials().all().stream()
                .filter(this::isNew)
                .forEach(known -> unused.add("credential " + known.word()));
        asked.imports().orElse(List.of()).stream()
                .filter(name -> !imports.contains(name))
                .map(name -> "import " + name)
                .forEach(unused::add);
        if (asked.state() && !state) {
            unused.add("state");
        }
        return unused;
    }
}
