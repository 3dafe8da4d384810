package dev.airlock.runtime.secrets;

import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.budget.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A deadline that ends when the caller cancels the call, and at the latest after the call's own limit, counted from each question.
 *
 * @param cancellation the caller's cancellation
 * @param most the maximum wait from now
 */
public record UntilCancelled(Cancellation cancellation, Supplier<Duration> most) implements Deadline {
    /** Creates a deadline that ends only when the caller cancels the call. */
    public UntilCancelled(Cancellation cancellation) {
        this(cancellation, () -> Duration.ofNanos(Long.MAX_VALUE));
    }

    @Override
    public long remainingNanos() {
        return cancellation.requested() ? 0 : TimeUnit.NANOSECONDS.convert(most.get());
    }

    /** Does nothing; a waiting thread notices the end by itself. */
    @Override
    public void check() {}

    @Override
    public Runnable onEnd(Runnable action) {
        return cancellation.onCancel(action);
    }
}
