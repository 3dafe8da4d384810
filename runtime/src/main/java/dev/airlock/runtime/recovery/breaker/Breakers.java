package dev.airlock.runtime.recovery.breaker;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.store.CircuitStore.Circuit;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.CircuitGate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The circuits of all connectors. Each connector has its own circuit for a host, so that a host that fails for one is still asked for
 * another. The sandbox consults it before each exchange. Thread-safe.
 *
 * <p>Processes that share the store see each other's open circuits, but not the failures before that.
 */
public final class Breakers implements CircuitGate {
    private record Id(String connector, HostPort host) {}

    private final Time time;
    private final BreakerRules rules;
    private final CircuitStore store;
    private final Map<Id, Breaker> breakers = new ConcurrentHashMap<>();

    /** Creates circuits with these rules, and takes over those that other processes left open. */
    public Breakers(Time time, BreakerRules rules, CircuitStore store) {
        this.time = time;
        this.rules = rules;
        this.store = store;
    }

    @Override
    public Answer ask(String connector, HostPort host, IdempotencyKey call) {
        return breaker(connector, host).ask(call);
    }

    @Override
    public Optional<Refusal> certainRefusal(String connector, HostPort host) {
        return breaker(connector, host).certainRefusal();
    }

    /** Returns the circuits as they are now, including those of other processes, by connector and host. */
    public List<Circuit> list() {
        return store.list();
    }

    private Breaker breaker(String connector, HostPort host) {
        return breakers.computeIfAbsent(
                new Id(connector, host), id -> new Breaker(time, rules, store, connector, host.toString()));
    }
}
