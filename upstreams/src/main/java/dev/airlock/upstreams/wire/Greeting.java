package dev.airlock.upstreams.wire;

import java.time.Duration;
import javax.net.ssl.SSLContext;

/** What a listener does with a new connection before it speaks HTTP. */
public sealed interface Greeting {
    /** HTTP at once. */
    record Plain() implements Greeting {}

    /** A TLS handshake after a delay, with HTTP/2 and HTTP/1.1 on offer. */
    record Tls(SSLContext context, Duration delay) implements Greeting {}

    /** A fatal TLS alert in answer to the first bytes, after a delay. */
    record Alert(Duration delay) implements Greeting {}
}
