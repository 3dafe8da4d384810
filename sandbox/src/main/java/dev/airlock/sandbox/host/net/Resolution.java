package dev.airlock.sandbox.host.net;

import java.net.InetSocketAddress;
import java.util.List;

/** Where a host and port may be dialled. */
public sealed interface Resolution {

    /**
     * There, and nowhere else.
     *
     * @param addresses resolved addresses, the preferred one first, at least one
     */
    record Reachable(List<InetSocketAddress> addresses) implements Resolution {
        /** Copies the list and checks that it holds resolved addresses. */
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
     * The address rules refuse one of its addresses, so none is dialled.
     *
     * @param kind what that address is
     */
    record Forbidden(AddressKind kind) implements Resolution {}
}
