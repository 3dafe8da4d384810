package dev.airlock.sandbox.thread;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts, for each connector, the threads that were given up and have not come back, whichever of its loads or calls
 * they belong to. Thread-safe.
 */
public final class LeakedThreads {
    private final Map<String, Integer> byConnector = new ConcurrentHashMap<>();

    public int of(String connector) {
        return byConnector.getOrDefault(connector, 0);
    }

    /** Counts a thread that does not come back, until it does. */
    public void add(String connector, CallThreads.Task task) {
        byConnector.merge(connector, 1, Integer::sum);
        task.whenDone(() -> byConnector.computeIfPresent(connector, (name, count) -> count == 1 ? null : count - 1));
    }

    /** The failure that tells the agent why the connector is not called or loaded. */
    public Failure failure(String connector, AuditId auditId) {
        int threads = of(connector);
        return Failure.connectorRuntimeError(
                auditId,
                Reason.LEAKED_THREADS,
                threads + " calls or loads of " + connector
                        + " never returned, so it is not called or loaded again until"
                        + " one of them does. Restart the process, and report the connector.",
                Details.none().put("threads", threads));
    }
}
