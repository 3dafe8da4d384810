package dev.airlock.sandbox;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many threads of each connector were given up and have not come back, whichever of its loads or calls they belong to.
 * Thread-safe.
 */
final class LeakedThreads {
    private final Map<String, Integer> byConnector = new ConcurrentHashMap<>();

    int of(String connector) {
        return byConnector.getOrDefault(connector, 0);
    }

    /** Counts a thread that does not come back, until it does. */
    void add(String connector, CallThreads.Task task) {
        byConnector.merge(connector, 1, Integer::sum);
        task.whenDone(() -> byConnector.computeIfPresent(connector, (name, count) -> count == 1 ? null : count - 1));
    }
}
