package dev.airlock.sandbox.budget;

import java.util.concurrent.atomic.AtomicBoolean;

/** A share of a limited resource, held until it is closed. A second close does nothing. */
@FunctionalInterface
public interface Permit extends AutoCloseable {
    /** Holds nothing. */
    Permit NONE = () -> {};

    /** Returns the share. */
    @Override
    void close();

    /** Returns a permit that the action returns to its resource, once. */
    static Permit of(Runnable giveBack) {
        AtomicBoolean held = new AtomicBoolean(true);
        return () -> {
            if (held.getAndSet(false)) {
                giveBack.run();
            }
        };
    }
}
