package dev.airlock.sandbox.host.net.message;

import java.time.Duration;
import java.util.List;

/**
 * The time limits of an exchange's parts, after which the network counts as failed. The call's own deadline also
 * applies.
 *
 * <p>The defaults are those of the contract: {@code Timeouts.standard()}.
 *
 * @param connect until one of the host's addresses has accepted the connection, 5 s
 * @param tls for the handshake, 5 s
 * @param headers from the end of the request to the end of the response's headers, 15 s
 * @param idleBody between two pieces of a body, in either direction, 10 s
 */
public record Timeouts(Duration connect, Duration tls, Duration headers, Duration idleBody) {
    /** Checks that each is positive: no wait is endless. */
    public Timeouts {
        for (Duration limit : List.of(connect, tls, headers, idleBody)) {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("a timeout is positive, not " + limit);
            }
        }
    }

    /** The contract's values. */
    public static Timeouts standard() {
        return new Timeouts(
                Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(10));
    }
}
