package dev.airlock.conformance.session;

import dev.airlock.sandbox.state.StateGuard;
import dev.airlock.sandbox.state.StateRows;
import dev.airlock.sandbox.state.StateStore;
import java.util.function.Function;

/** State in memory that can be emptied between calls, so that a connector that keeps state need not be loaded anew for each. Thread-safe. */
final class ForgettingState implements StateStore {
    private volatile StateStore now = StateStore.inMemory();

    /** Forgets everything. */
    void forget() {
        StateStore before = now;
        now = StateStore.inMemory();
        before.close();
    }

    @Override
    public <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work) {
        return now.transact(guard, connector, nowMillis, work);
    }

    @Override
    public void close() {
        now.close();
    }
}
