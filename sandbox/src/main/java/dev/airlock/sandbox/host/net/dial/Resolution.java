package dev.airlock.sandbox.host.net.dial;

import dev.airlock.sandbox.host.net.address.AddressKind;
import java.net.InetSocketAddress;
import java.util.List;

/** The dialer's answer for a host and port. */
public sealed interface Resolution {

    /**
     * The host can be dialled at these addresses and no others.
     *
     * @param addresses resolved addresses, the preferred one first, at least one
     */
    record Reachable(List<InetSocketAddress> addresses) implements Resolution {
        /** Copies the list and checks that it contains resolved addresses. */
        public Reachable {
            addresses = List.copyOf(addresses);
            if (addresses.isEmpty() || addresses.stream().anyMatch(InetSocketAddress::isUnresolved)) {
                throw new IllegalArgumentException("at least one address, each resolved");
            }
        }
    }

    /** The name has no address. */
    record Unknown() implements Resolution {}

    /** The look-up took too long. */
    record TimedOut() implements Resolution {}

    /**
     * The address rules refuse one of the host's addresses, so none is dialled.
     *
     * @param kind the kind of that address
     */
    record Forbidden(AddressKind kind) implements Resolution {}
}
