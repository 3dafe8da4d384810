package dev.airlock.sandbox.call;

import java.util.ArrayList;
import java.util.List;

/** Actions to run once, when a call ends. Thread-safe. */
final class EndHooks {
    private final List<Runnable> actions = new ArrayList<>();
    private boolean over;

    Runnable add(Runnable action) {
        synchronized (this) {
            if (!over) {
                actions.add(action);
                return () -> remove(action);
            }
        }
        action.run();
        return () -> {};
    }

    void run() {
        List<Runnable> due;
        synchronized (this) {
            over = true;
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }

    private synchronized void remove(Runnable action) {
        actions.remove(action);
    }
}
