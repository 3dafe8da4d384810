package dev.airlock.runtime;

import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.lifecycle.Loadable;
import dev.airlock.runtime.lifecycle.RunningCalls;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** Loads connectors, and keeps track of those that are still referenced. Thread-safe. */
final class Loads {
    private final Wiring wiring;
    private final RunningCalls running;
    private final Set<HostedConnector> loaded = Collections.newSetFromMap(new WeakHashMap<>());

    Loads(Wiring wiring, RunningCalls running) {
        this.wiring = wiring;
        this.running = running;
    }

    /** Loads a connector, unless the load is cancelled. */
    LoadResult load(Loadable wanted, Cancellation cancellation) {
        return running.load(
                cancellation,
                () -> wiring.sandbox().load(wanted.manifest(), wanted.files().module(), wanted.options()));
    }

    /** Wraps a loaded connector for its callers. */
    HostedConnector hosted(Loadable wanted, AuditSubject.ConnectorIdentity recorded, Connector connector) {
        HostedConnector hosted = new HostedConnector(
                connector,
                recorded,
                wanted.credentials(),
                wanted.shapes(),
                wanted.files().integrity());
        synchronized (loaded) {
            loaded.add(hosted);
        }
        wiring.listener().loaded(hosted);
        return hosted;
    }

    private List<HostedConnector> loaded() {
        synchronized (loaded) {
            return List.copyOf(loaded);
        }
    }

    /** Closes all loaded connectors. */
    void close() {
        loaded().forEach(HostedConnector::close);
    }
}
