package dev.airlock.sandbox.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Actions that run once, when something ends. An action that is removed before it starts never runs. Removal does not
 * wait for an action that has started, since the action may want a lock that the remover holds. Thread-safe.
 */
public final class EndHooks {
    private final List<Hook> hooks = new ArrayList<>();
    private boolean over;

    /** Runs an action at the end, or at once if the end has come. The result removes it. */
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

    /** Runs the actions that were added. Called at the end; a second call does nothing. */
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
