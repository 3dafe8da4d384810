package dev.airlock.sandbox.host;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import java.util.Optional;

/**
 * Decides before each exchange whether its host should get a request at the moment, and receives the result.
 * Thread-safe.
 */
@FunctionalInterface
public interface CircuitGate {
    /** Lets every exchange through. */
    CircuitGate NONE = (connector, host, call) -> Passage.FREE;

    /**
     * Asks for one exchange. A passage is notified afterwards how the exchange ended.
     *
     * @param call the key of the call that wants it, which all attempts at that call share
     */
    Answer ask(String connector, HostPort host, IdempotencyKey call);

    /**
     * Returns the refusal that an exchange is certain to meet; empty if it might be let through. Asking changes
     * nothing.
     */
    default Optional<Refusal> certainRefusal(String connector, HostPort host) {
        return Optional.empty();
    }

    /** The gate's answer. */
    sealed interface Answer permits Passage, Refusal {}

    /** Permission to send the request. Exactly one of the methods is called, once. */
    non-sealed interface Passage extends Answer {
        /** A passage that ignores how the exchange ended. */
        Passage FREE = new Passage() {
            @Override
            public void ended(Exchange.Result result) {}

            @Override
            public void abandoned() {}
        };

        /** Reports how the exchange ended. */
        void ended(Exchange.Result result);

        /** Reports that the call ended before the exchange did, in a way that says nothing about the host. */
        void abandoned();
    }

    /** Refusal to send the request. */
    record Refusal(Exchange.CircuitOpen result) implements Answer {}
}
