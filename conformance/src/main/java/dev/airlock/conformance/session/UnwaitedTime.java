package dev.airlock.conformance.session;

import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;

/** The machine's time, which skips the pauses before repetitions. */
final class UnwaitedTime implements Time {
    private final Time machine = Time.ofTheMachine();
    private Duration skipped = Duration.ZERO;

    @Override
    public synchronized Instant now() {
        return machine.now().plus(skipped);
    }

    @Override
    public synchronized void sleep(Duration length, Cancellation cancellation) {
        skipped = skipped.plus(length);
    }
}
