package dev.airlock.runtime.recovery.store;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Circuits in memory. */
final class MemoryCircuits implements CircuitStore {
    private record Place(String connector, String host) {}

    private final MemoryRecoveryStore store;
    private final Map<Place, Circuit> circuits =
            new TreeMap<>(Comparator.comparing(Place::connector).thenComparing(Place::host));

    MemoryCircuits(MemoryRecoveryStore store) {
        this.store = store;
    }

    @Override
    public void put(Circuit circuit) {
        store.alone(() -> {
            circuits.put(new Place(circuit.connector(), circuit.host()), circuit);
        });
    }

    @Override
    public Optional<Circuit> find(String connector, String host) {
        return store.alone(() -> Optional.ofNullable(circuits.get(new Place(connector, host))));
    }

    @Override
    public List<Circuit> list() {
        return store.alone(() -> List.copyOf(circuits.values()));
    }
}
