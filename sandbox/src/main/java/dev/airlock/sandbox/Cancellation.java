package dev.airlock.sandbox;

import java.util.ArrayList;
import java.util.List;

/**
 * A caller's way to end a call: it can be asked for once, before or while the call runs, and reaches the guest wherever
 * it is. Thread-safe. One token may serve several calls.
 */
public final class Cancellation {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean requested;

    /** Asks for the end of every call that has this token. Tells every listener, and then throws what the first one threw that failed. */
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

    /** Whether the end was asked for. */
    public synchronized boolean requested() {
        return requested;
    }

    /**
     * Has the listener told, at once if the end was asked for already; returns what takes it back. The listener is quick and does
     * not throw.
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
