package dev.airlock.sandbox.load;

import java.util.concurrent.atomic.AtomicBoolean;

/** Something of which there is only so much, held until it is closed. Closing it a second time does nothing. */
@FunctionalInterface
public interface Permit extends AutoCloseable {
    /** Holds nothing. */
    Permit NONE = () -> {};

    /** Gives back what is held. */
    @Override
    void close();

    /** A permit that is given back by that action, once. */
    static Permit of(Runnable giveBack) {
        AtomicBoolean held = new AtomicBoolean(true);
        return () -> {
            if (held.getAndSet(false)) {
                giveBack.run();
            }
        };
    }
}
