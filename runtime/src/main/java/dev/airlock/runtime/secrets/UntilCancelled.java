package dev.airlock.runtime.secrets;

import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.load.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lasts until a caller ends the call, and no longer than the call itself may take from when somebody is asked.
 *
 * @param cancellation the caller's way to end it
 * @param most how long whoever is asked now is waited for at most
 */
public record UntilCancelled(Cancellation cancellation, Supplier<Duration> most) implements Deadline {
    /** Lasts until a caller ends the call. */
    public UntilCancelled(Cancellation cancellation) {
        this(cancellation, () -> Duration.ofNanos(Long.MAX_VALUE));
    }

    @Override
    public long remainingNanos() {
        return cancellation.requested() ? 0 : TimeUnit.NANOSECONDS.convert(most.get());
    }

    /** Does nothing: what waits finds out by itself. */
    @Override
    public void check() {}

    @Override
    public Runnable onEnd(Runnable action) {
        return cancellation.onCancel(action);
    }
}
