package dev.airlock.sandbox.state;

import dev.airlock.failures.limit.WaitedFor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** State in memory. */
final class MemoryStateStore implements StateStore {
    private final Turn turn = new Turn();
    private final Map<String, MemoryStateRows> kept = new HashMap<>();
    private boolean closed;

    @Override
    public <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work) {
        turn.take(guard, () -> WaitedFor.STATE_OF_OTHER_CALLS);
        try {
            if (closed) {
                throw new IllegalStateException("the store is closed");
            }
            guard.deadline().check();
            return transact(guard, kept.computeIfAbsent(connector, key -> new MemoryStateRows()), nowMillis, work);
        } finally {
            turn.giveBack();
        }
    }

    private static <T> T transact(StateGuard guard, MemoryStateRows rows, long nowMillis, Function<StateRows, T> work) {
        boolean lasts = false;
        try {
            rows.removeEnded(nowMillis);
            T result = work.apply(rows);
            guard.commit(rows::commit);
            lasts = true;
            return result;
        } finally {
            if (!lasts) {
                rows.rollBack();
            }
        }
    }

    @Override
    public void close() {
        turn.take();
        try {
            closed = true;
            kept.clear();
        } finally {
            turn.giveBack();
        }
    }
}
