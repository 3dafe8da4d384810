package dev.airlock.runtime.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** The resources to close, in the order in which they were opened. */
public final class Closing {
    private final Deque<Runnable> open = new ArrayDeque<>();

    public void add(Runnable close) {
        open.push(close);
    }

    /**
     * Closes in reverse order of opening, on a thread of its own. Returns when everything is closed or the time is over.
     *
     * @param faults receives the exceptions of failed closes
     */
    public void close(Duration within, Consumer<RuntimeException> faults) {
        Thread thread = new Thread(() -> open.forEach(close -> closed(close, faults)), "airlock-close");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(Math.max(1, within.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closed(Runnable close, Consumer<RuntimeException> faults) {
        try {
            close.run();
        } catch (RuntimeException e) {
            faults.accept(e);
        }
    }
}
