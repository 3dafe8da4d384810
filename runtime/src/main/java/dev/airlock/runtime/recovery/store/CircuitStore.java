package dev.airlock.runtime.recovery.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Circuits as the processes of this machine left them. */
public interface CircuitStore {
    /**
     * A circuit.
     *
     * @param connector the connector's name
     * @param host the canonical {@code host:port}
     * @param state {@code closed}, {@code open} or {@code half_open}
     * @param lastStatus the status of the answer that it was opened for; 0 if there was none
     * @param lastKind how the connection broke that it was opened for; empty if it did not
     * @param changedAt since when it is in that state
     * @param retryAt when the host is asked again; without meaning unless it is open
     */
    record Circuit(
            String connector,
            String host,
            String state,
            int lastStatus,
            String lastKind,
            Instant changedAt,
            Instant retryAt) {}

    /** Keeps the state of a circuit. */
    void put(Circuit circuit);

    /** The circuit of that connector and host. */
    Optional<Circuit> find(String connector, String host);

    /** All circuits, by connector and host. */
    List<Circuit> list();
}
