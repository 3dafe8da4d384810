package dev.airlock.sandbox.host.net.address;

import dev.airlock.manifests.hosts.Host;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;

/**
 * The rules for addresses of a granted host. Public ones are always allowed, metadata services never. Every other
 * address needs the embedder's permission for that host, since a publisher cannot grant itself access to another's
 * network.
 *
 * <p>The default allows no host: {@code AddressRules.publicOnly()}. To let a connector reach a service on your own
 * network: {@code new AddressRules(Set.of(Host.parse("wiki.internal").orThrow()))}.
 *
 * @param allowPrivate the hosts that may have addresses that are not public
 */
public record AddressRules(Set<Host> allowPrivate) {
    /** Copies the set. */
    public AddressRules {
        allowPrivate = Set.copyOf(allowPrivate);
    }

    /** Allows public addresses and nothing else. */
    public static AddressRules publicOnly() {
        return new AddressRules(Set.of());
    }

    /** Returns the kind of an address, whatever its spelling. */
    public static AddressKind kindOf(InetAddress address) {
        return AddressTable.kindOf(address);
    }

    /** Returns the kind of a host that needs no look-up: one that is written as an address, or {@code localhost}. */
    public static Optional<AddressKind> kindOf(Host host) {
        return isLocalhost(host)
                ? Optional.of(AddressKind.LOOPBACK)
                : host.address().map(AddressRules::kindOf);
    }

    private static boolean isLocalhost(Host host) {
        return host.text().equals("localhost") || host.text().endsWith(".localhost");
    }

    /** Whether that host may have an address of that kind. */
    public boolean allows(Host host, AddressKind kind) {
        return switch (kind) {
            case PUBLIC -> true;
            case METADATA -> false;
            case LOOPBACK, PRIVATE, LINK_LOCAL, SHARED, MULTICAST, UNSPECIFIED, BROADCAST, RESERVED, EMBEDDED ->
                allowPrivate.contains(host);
        };
    }
}
