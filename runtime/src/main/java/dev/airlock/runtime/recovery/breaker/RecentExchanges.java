package dev.airlock.runtime.recovery.breaker;

import dev.airlock.sandbox.evidence.IdempotencyKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The latest exchanges with one host. Decides whether enough of them failed to open the circuit. Thread-safe. */
final class RecentExchanges {
    private final BreakerRules rules;

    /** For each exchange, oldest first, the call that it failed for; empty if it succeeded. */
    private final Deque<Optional<IdempotencyKey>> latest = new ArrayDeque<>();

    RecentExchanges(BreakerRules rules) {
        this.rules = rules;
    }

    /** Adds an exchange that succeeded. */
    synchronized void succeeded() {
        add(Optional.empty());
    }

    /** Adds an exchange that failed. Returns whether the circuit opens. */
    synchronized boolean failedTooOften(IdempotencyKey call) {
        add(Optional.of(call));
        long failed = latest.stream().filter(Optional::isPresent).count();
        long calls = latest.stream().flatMap(Optional::stream).distinct().count();
        return latest.size() >= rules.least()
                && failed * 100 >= (long) rules.failurePercent() * latest.size()
                && calls >= rules.leastCalls();
    }

    /** Forgets the exchanges, because the circuit has closed again. */
    synchronized void clear() {
        latest.clear();
    }

    private void add(Optional<IdempotencyKey> failedFor) {
        latest.addLast(failedFor);
        if (latest.size() > rules.window()) {
            latest.removeFirst();
        }
    }
}
