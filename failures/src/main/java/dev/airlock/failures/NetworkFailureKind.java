package dev.airlock.failures;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of failure of an exchange before a whole answer arrived: {@code details.kind} of a network_error. */
public enum NetworkFailureKind {
    /** The name did not resolve. */
    DNS("dns"),
    /** The connection was refused, or there is no route to the address. */
    CONNECT_REFUSED("connect_refused"),
    /** No answer came within the time that a connection may take. */
    CONNECT_TIMEOUT("connect_timeout"),
    /** The TLS handshake failed. */
    TLS("tls"),
    /** The connection broke off. */
    RESET("reset"),
    /** One of the network's own time limits passed (TLS, sending, headers, idle body). */
    TIMEOUT("timeout"),
    /** The answer is not HTTP, or its body does not decode. */
    PROTOCOL("protocol"),
    /** The service said that it did not process the request, as an HTTP/2 service can (RFC 9113, 8.7). */
    UNPROCESSED("unprocessed"),
    /** The breaker of that host is open, so nothing was sent. */
    CIRCUIT_OPEN("circuit_open");

    private final String wireName;

    NetworkFailureKind(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in {@code details.kind} and in the guest's {@code last_error}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the kind with that wire name, if there is one. */
    public static Optional<NetworkFailureKind> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }
}
