package dev.airlock.conformance.scenarios;

import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.state.StateGuard;
import dev.airlock.sandbox.state.StateRows;
import dev.airlock.sandbox.state.StateStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What the connector of a scenario keeps: set before its call, and looked at after it. */
final class ScenarioState implements AutoCloseable {
    private static final StateGuard NOBODY_ELSE = new StateGuard() {
        @Override
        public Deadline deadline() {
            return LoadBudget.endless();
        }

        @Override
        public void commit(Runnable change) {
            change.run();
        }
    };

    private final StateStore store = StateStore.inMemory();
    private final long millis;
    private Optional<String> connector = Optional.empty();

    ScenarioState(Instant time) {
        this.millis = time.toEpochMilli();
    }

    /** Returns the store for the sandbox. */
    StateStore store() {
        return store;
    }

    /** Sets what a connector keeps when its call begins; the values never expire. */
    void begin(Connector loaded, Map<String, String> values) {
        connector = Optional.of(loaded.stateKey());
        store.transact(NOBODY_ELSE, loaded.stateKey(), millis, rows -> {
            values.forEach((key, value) -> rows.put(bytes(key), bytes(value), StateRows.NEVER));
            return values;
        });
    }

    /** Returns the value under a key as text; empty if there is none. */
    Optional<String> value(String key) {
        return connector.flatMap(known -> store.transact(
                NOBODY_ELSE,
                known,
                millis,
                rows -> rows.value(bytes(key)).map(value -> new String(value, StandardCharsets.UTF_8))));
    }

    @Override
    public void close() {
        store.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
