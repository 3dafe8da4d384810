package dev.airlock.upstreams.wire;

import java.time.Duration;
import javax.net.ssl.SSLContext;

/** A listener's first step on a new connection, before HTTP. */
public sealed interface Greeting {
    /** No step: HTTP at once. */
    record Plain() implements Greeting {}

    /** A TLS handshake after a delay, with HTTP/2 and HTTP/1.1 on offer. */
    record Tls(SSLContext context, Duration delay) implements Greeting {}

    /** A fatal TLS alert in answer to the first bytes, after a delay. */
    record Alert(Duration delay) implements Greeting {}
}
