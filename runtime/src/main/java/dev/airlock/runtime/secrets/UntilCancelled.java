package dev.airlock.runtime.secrets;

import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.load.Deadline;

/**
 * Lasts until a caller ends the call.
 *
 * @param cancellation the caller's way to end it
 */
public record UntilCancelled(Cancellation cancellation) implements Deadline {
    @Override
    public long remainingNanos() {
        return cancellation.requested() ? 0 : Long.MAX_VALUE;
    }

    /** Does nothing: what waits finds out by itself. */
    @Override
    public void check() {}

    @Override
    public Runnable onEnd(Runnable action) {
        return cancellation.onCancel(action);
    }
}
