package dev.airlock.sandbox.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Actions to run once, when something ends. An action that is taken back before it starts never runs; one that has started is
 * not waited for, because it may want a lock that whoever takes it back holds. Thread-safe.
 */
public final class EndHooks {
    private final List<Hook> hooks = new ArrayList<>();
    private boolean over;

    /** Has an action run at the end, at once if it has come; the result takes it back. */
    public Runnable add(Runnable action) {
        Hook hook = new Hook(action);
        synchronized (this) {
            if (!over) {
                hooks.add(hook);
                return () -> takeBack(hook);
            }
        }
        action.run();
        return () -> {};
    }

    /** Runs what was added; to be called at the end, a second time does nothing. */
    public void run() {
        List<Hook> due;
        synchronized (this) {
            over = true;
            due = List.copyOf(hooks);
            hooks.clear();
        }
        due.forEach(Hook::run);
    }

    private void takeBack(Hook hook) {
        hook.due.set(false);
        synchronized (this) {
            hooks.remove(hook);
        }
    }

    private static final class Hook {
        private final AtomicBoolean due = new AtomicBoolean(true);
        private final Runnable action;

        Hook(Runnable action) {
            this.action = action;
        }

        void run() {
            if (due.getAndSet(false)) {
                action.run();
            }
        }
    }
}
