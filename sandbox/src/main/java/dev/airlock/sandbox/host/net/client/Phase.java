package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.message.Timeouts;
import java.time.Duration;
import java.util.Optional;

/** The phases of an exchange, in order. */
public enum Phase {
    LOOK_UP("looking up its address"),
    CONNECT("connecting to it"),
    TLS("the TLS handshake with it"),
    SEND("sending the request to it"),
    HEADERS("waiting for its answer"),
    BODY("waiting for more of its answer");

    private final String activity;

    Phase(String activity) {
        this.activity = activity;
    }

    /** The activity, to stand before "took longer than". */
    public String activity() {
        return activity;
    }

    /** How long the phase may take, or how long it may stand still. */
    Optional<Duration> limit(Timeouts timeouts) {
        return switch (this) {
            case LOOK_UP -> Optional.empty();
            case CONNECT -> Optional.of(timeouts.connect());
            case TLS -> Optional.of(timeouts.tls());
            case SEND, BODY -> Optional.of(timeouts.idleBody());
            case HEADERS -> Optional.of(timeouts.headers());
        };
    }
}
