package dev.airlock.sandbox;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many loads of each connector have not come back although they were given up; each holds a thread. Thread-safe. */
final class AbandonedLoads {
    private final Map<String, Integer> byConnector = new ConcurrentHashMap<>();

    int of(String connector) {
        return byConnector.getOrDefault(connector, 0);
    }

    int all() {
        return byConnector.values().stream().mapToInt(Integer::intValue).sum();
    }

    void count(String connector) {
        byConnector.merge(connector, 1, Integer::sum);
    }

    /** One that was counted came back after all. */
    void takeBack(String connector) {
        byConnector.computeIfPresent(connector, (name, count) -> count == 1 ? null : count - 1);
    }
}
