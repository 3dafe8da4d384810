package dev.airlock.runtime.recovery.breaker;

import dev.airlock.runtime.recovery.time.Time;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Adapts {@link Time} to the library's clock. */
final class TimeClock extends Clock {
    private final Time time;

    TimeClock(Time time) {
        this.time = time;
    }

    @Override
    public Instant instant() {
        return time.now();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
