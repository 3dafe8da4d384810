package dev.airlock.sandbox.call;

import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.sandbox.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The time of one call by place: at its service, in its own code or in Airlock, with its waits there. A call begins in
 * Airlock.
 *
 * <p>The call's thread records where it is. The thread that ends the call, which can be any, asks how the time was
 * spent.
 */
public final class TimeSpent {
    /** A wait that is a smaller part of the call than this is not reported. */
    private static final int SMALLEST_PART = 10;

    private record Where(WallTimeIn place, Optional<WaitedFor> waitsFor) {}

    private final Clock clock;
    private final Map<WallTimeIn, Long> places = new EnumMap<>(WallTimeIn.class);
    private final Map<WaitedFor, Long> waits = new EnumMap<>(WaitedFor.class);
    private Where where = new Where(WallTimeIn.HOST, Optional.empty());
    private long since;

    /** A call that begins now, by a monotonic clock in nanoseconds. */
    TimeSpent(Clock clock) {
        this.clock = clock;
        this.since = clock.monotonicNanos();
    }

    /**
     * Records that the call is at that place from now on.
     *
     * @return an action that records its return
     */
    public Runnable in(WallTimeIn place) {
        return go(new Where(place, Optional.empty()));
    }

    /**
     * Records that the call waits for something within Airlock from now on.
     *
     * @return an action that records the end of the wait
     */
    public Runnable waitingFor(WaitedFor what) {
        return go(new Where(WallTimeIn.HOST, Optional.of(what)));
    }

    /** Returns the time spent so far. */
    synchronized BeforeLimit spent() {
        settle();
        long whole = places.values().stream().mapToLong(Long::longValue).sum();
        return new BeforeLimit(
                Optional.of(longest(places).map(Map.Entry::getKey).orElse(where.place())),
                Optional.empty(),
                longest(waits)
                        .filter(wait -> wait.getValue() > 0 && wait.getValue() >= whole / SMALLEST_PART)
                        .map(wait ->
                                new BeforeLimit.Waited(wait.getKey(), TimeUnit.NANOSECONDS.toMillis(wait.getValue()))));
    }

    /** How long the call has waited for that so far, in milliseconds. */
    public synchronized long waitedMillis(WaitedFor what) {
        settle();
        return TimeUnit.NANOSECONDS.toMillis(waits.getOrDefault(what, 0L));
    }

    private synchronized Runnable go(Where next) {
        settle();
        Where before = where;
        where = next;
        return () -> back(before);
    }

    private synchronized void back(Where before) {
        settle();
        where = before;
    }

    /** Counts the time since the last change of place. */
    private void settle() {
        long now = clock.monotonicNanos();
        long nanos = now - since;
        since = now;
        places.merge(where.place(), nanos, Long::sum);
        where.waitsFor().ifPresent(what -> waits.merge(what, nanos, Long::sum));
    }

    private static <K> Optional<Map.Entry<K, Long>> longest(Map<K, Long> spent) {
        return spent.entrySet().stream().max(Map.Entry.comparingByValue());
    }
}
