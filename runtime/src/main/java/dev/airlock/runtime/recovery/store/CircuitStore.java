package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The circuits of this machine's processes. */
public interface CircuitStore {
    /**
     * A circuit.
     *
     * @param connector the connector's name
     * @param host the canonical {@code host:port}
     * @param state {@code closed}, {@code open} or {@code half_open}
     * @param lastStatus the status of the answer that opened it; 0 if there was none
     * @param lastKind the kind of connection failure that opened it; empty if there was none
     * @param changedAt when it entered that state
     * @param retryAt when the host is asked again; only meaningful while it is open
     */
    record Circuit(
            String connector,
            String host,
            String state,
            int lastStatus,
            String lastKind,
            Instant changedAt,
            Instant retryAt) {}

    /** Stores the state of a circuit. */
    void put(Circuit circuit);

    /** Returns the circuit of a connector and host. */
    Optional<Circuit> find(String connector, String host);

    /** Returns all circuits, by connector and host. */
    List<Circuit> list();
}
