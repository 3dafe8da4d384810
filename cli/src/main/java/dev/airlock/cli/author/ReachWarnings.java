package dev.airlock.cli.author;

import dev.airlock.cli.environment.Finding;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import java.util.List;
import java.util.Optional;

/** Warns of hosts in a manifest that no call can reach, or that calls can reach only if the user allows it. */
public final class ReachWarnings {
    private ReachWarnings() {}

    /** Returns the warnings about the hosts of a manifest that has no problems. */
    static List<Finding> of(byte[] manifest) {
        return ManifestReader.hosts(manifest).stream()
                .map(ReachWarnings::warning)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the warning about a host for a person; empty if there is none. */
    public static Optional<String> of(NetworkGrant host) {
        return AddressRules.kindOf(host.address().host())
                .filter(kind -> kind != AddressKind.PUBLIC)
                .map(kind -> words(host, kind));
    }

    private static Optional<Finding> warning(Located<NetworkGrant> host) {
        return of(host.value()).map(words -> Finding.inManifest(host.at(), words));
    }

    private static String words(NetworkGrant grant, AddressKind kind) {
        if (kind.isNeverReached()) {
            return "no call can use \"" + grant + "\": it is " + kind.phrase()
                    + ", which no connector may reach; leave it out";
        }
        Host host = grant.address().host();
        String plain = kind == AddressKind.LOOPBACK && grant.scheme() == UrlScheme.HTTPS
                ? "; the entry then takes plain http too"
                : "";
        return "calls can use \"" + grant + "\" only with --allow-private " + host + plain + ": it is " + kind.phrase()
                + ", which the person who runs the connector has to allow";
    }
}
