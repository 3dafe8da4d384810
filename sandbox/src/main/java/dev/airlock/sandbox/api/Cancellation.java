package dev.airlock.sandbox.api;

import java.util.ArrayList;
import java.util.List;

/**
 * A caller's means to end calls. It can be requested once, before or while a call runs, and reaches the guest wherever
 * it is. One token may serve several calls. Thread-safe.
 */
public final class Cancellation {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean requested;

    /**
     * Requests the end of every call that has this token. Notifies every listener, then throws what the first failing
     * one threw.
     */
    public void cancel() {
        List<Runnable> due;
        synchronized (this) {
            requested = true;
            due = List.copyOf(listeners);
        }
        List<Throwable> faults = new ArrayList<>();
        for (Runnable listener : due) {
            try {
                listener.run();
            } catch (RuntimeException | Error e) {
                faults.add(e);
            }
        }
        if (!faults.isEmpty()) {
            rethrow(faults.get(0));
        }
    }

    private static void rethrow(Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) fault;
    }

    /** Whether the end was requested. */
    public synchronized boolean requested() {
        return requested;
    }

    /**
     * Registers a listener, which runs at once if the end was already requested. The listener is quick and does not
     * throw. Returns an action that removes it.
     */
    public Runnable onCancel(Runnable listener) {
        boolean already;
        synchronized (this) {
            listeners.add(listener);
            already = requested;
        }
        if (already) {
            listener.run();
        }
        return () -> remove(listener);
    }

    private synchronized void remove(Runnable listener) {
        listeners.remove(listener);
    }
}
