package dev.airlock.sandbox.host;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.call.Exchange;
import dev.airlock.sandbox.call.IdempotencyKey;
import java.util.Optional;

/**
 * Decides before each exchange whether its host is worth asking at the moment, and is told what came of it. Thread-safe.
 */
@FunctionalInterface
public interface CircuitGate {
    /** Lets everything through. */
    CircuitGate NONE = (connector, host, call) -> Passage.FREE;

    /**
     * Asks for one exchange. What lets it through is told afterwards how it ended.
     *
     * @param call the key of the call that wants it, which all attempts at that call have in common
     */
    Answer ask(String connector, HostPort host, IdempotencyKey call);

    /** The refusal that an exchange is certain to meet; nothing if it might be let through. Asking changes nothing. */
    default Optional<Refusal> certainRefusal(String connector, HostPort host) {
        return Optional.empty();
    }

    /** What the gate says. */
    sealed interface Answer permits Passage, Refusal {}

    /** The host is asked. Exactly one of the methods is called, once. */
    non-sealed interface Passage extends Answer {
        /** Nobody wants to know how it ended. */
        Passage FREE = new Passage() {
            @Override
            public void ended(Exchange.Result result) {}

            @Override
            public void abandoned() {}
        };

        /** The exchange ended like that. */
        void ended(Exchange.Result result);

        /** The call ended before the exchange did, in a way that says nothing about the host. */
        void abandoned();
    }

    /** The host is not asked. */
    record Refusal(Exchange.CircuitOpen result) implements Answer {}
}
