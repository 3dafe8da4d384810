package dev.airlock.conformance.conversion;

import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.upstreams.script.Fault;
import java.util.Optional;

/** Finds the fault of a script that fails an exchange in the same way. */
final class NetworkFaults {
    private NetworkFaults() {}

    /**
     * Returns the fault; empty if a script has none. If a connection broke off after a request went out, the fault breaks off after the
     * request took effect, because it may have taken effect.
     */
    static Optional<Fault> like(Exchange.Broken broken, boolean sent) {
        return switch (broken.kind()) {
            case DNS -> Optional.of(Fault.DNS);
            case CONNECT_REFUSED -> Optional.of(Fault.CONNECT_REFUSED);
            case TLS -> Optional.of(handshake(broken.message()));
            case RESET -> sent ? reset(broken.message()) : Optional.empty();
            case TIMEOUT -> sent ? Optional.of(timeout(broken.message())) : Optional.empty();
            case PROTOCOL ->
                Optional.of(
                        broken.message().endsWith("headers of its answer are too large")
                                ? Fault.HEADER_FLOOD
                                : Fault.MALFORMED);
            case UNPROCESSED -> Optional.of(Fault.HTTP2_GOAWAY);
            case CONNECT_TIMEOUT, CIRCUIT_OPEN -> Optional.empty();
        };
    }

    private static Fault handshake(String message) {
        if (message.endsWith("certificate has expired")) {
            return Fault.CERTIFICATE_EXPIRED;
        }
        if (message.endsWith("certificate is for another name")) {
            return Fault.WRONG_HOST;
        }
        return message.endsWith("certificate is not trusted") ? Fault.SELF_SIGNED : Fault.TLS;
    }

    private static Optional<Fault> reset(String message) {
        if (message.endsWith("Airlock is shutting down")) {
            return Optional.empty();
        }
        return Optional.of(
                message.endsWith("in the middle of its answer") ? Fault.TRUNCATED : Fault.RESET_AFTER_REQUEST);
    }

    private static Fault timeout(String message) {
        return message.contains("more of its answer") ? Fault.STALL_AFTER_HEADERS : Fault.STALL;
    }
}
