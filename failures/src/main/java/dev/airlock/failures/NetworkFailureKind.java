package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/** How an exchange failed before a whole answer arrived: {@code details.kind} of a network_error. */
public enum NetworkFailureKind {
    /** The name did not resolve. */
    DNS("dns"),
    /** No connection could be made: it was refused, or there is no way to the address. */
    CONNECT_REFUSED("connect_refused"),
    /** Nobody answered in the time that a connection may take. */
    CONNECT_TIMEOUT("connect_timeout"),
    /** The TLS handshake failed. */
    TLS("tls"),
    /** The connection broke off. */
    RESET("reset"),
    /** One of the network's own time limits passed (TLS, sending, headers, idle body). */
    TIMEOUT("timeout"),
    /** What came back is not HTTP, or its body does not decode. */
    PROTOCOL("protocol"),
    /** The service said that it did not process the request, which an HTTP/2 one can (RFC 9113, 8.7). */
    UNPROCESSED("unprocessed"),
    /** The breaker of that host is open, so nothing was sent. */
    CIRCUIT_OPEN("circuit_open");

    private final String wireName;

    NetworkFailureKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name in {@code details.kind} and in what {@code last_error} gives the guest. */
    public String wireName() {
        return wireName;
    }

    /** The kind with that wire name, if there is one. */
    public static Optional<NetworkFailureKind> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }
}
