package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** A time that advances only during sleeps. */
public final class VirtualTime implements Time {
    static final Instant START = Instant.parse("2026-11-28T12:00:00Z");

    private record Alarm(Duration at, Runnable what) {}

    private final Deque<Alarm> alarms = new ArrayDeque<>();
    private Duration elapsed = Duration.ZERO;

    /** Schedules an action at a time after the start, in the order of the times. */
    public synchronized void at(Duration when, Runnable what) {
        alarms.add(new Alarm(when, what));
    }

    public synchronized Duration elapsed() {
        return elapsed;
    }

    public synchronized void advance(Duration length) {
        elapsed = elapsed.plus(length);
    }

    @Override
    public synchronized Instant now() {
        return START.plus(elapsed);
    }

    @Override
    public void sleep(Duration length, Cancellation cancellation) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Duration end = elapsed().plus(length);
        while (!alarms.isEmpty() && alarms.peek().at().compareTo(end) <= 0) {
            Alarm alarm = alarms.remove();
            advance(alarm.at().minus(elapsed()));
            alarm.what().run();
            if (cancellation.requested()) {
                return;
            }
        }
        Duration rest = end.minus(elapsed());
        if (!rest.isNegative()) { // the alarms may have taken longer
            advance(rest);
        }
    }
}
