package dev.airlock.conformance.scenarios;

import dev.airlock.sandbox.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A clock that starts at the same instant in every run of a scenario and advances with real time. */
final class ScenarioClock implements Clock {
    private final long startNanos = Clock.SYSTEM.monotonicNanos();
    private final long instantNanos;

    ScenarioClock(Instant instant) {
        this.instantNanos = Math.addExact(TimeUnit.SECONDS.toNanos(instant.getEpochSecond()), instant.getNano());
    }

    @Override
    public long realtimeNanos() {
        return instantNanos + Clock.SYSTEM.monotonicNanos() - startNanos;
    }

    @Override
    public long monotonicNanos() {
        return 1 + Clock.SYSTEM.monotonicNanos() - startNanos;
    }
}
