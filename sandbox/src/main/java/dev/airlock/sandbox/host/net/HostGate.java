package dev.airlock.sandbox.host.net;

import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Limits the exchanges at a time with each host to a fixed number. */
final class HostGate {
    private final int permits;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition changed = lock.newCondition();
    private final Map<HostPort, Integer> inside = new HashMap<>();

    HostGate(int permits) {
        this.permits = permits;
    }

    /**
     * Waits for a permit, at most until the call ends.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first
     */
    void enter(CallScope scope, HostPort host) {
        Runnable undo = scope.onEnd(this::wake);
        Runnable entered = scope.time().waitingFor(WaitedFor.EXCHANGE);
        lock.lock();
        try {
            while (inside.getOrDefault(host, 0) >= permits) {
                scope.check();
                changed.awaitNanos(Math.min(scope.remainingNanos(), TimeUnit.SECONDS.toNanos(1)));
            }
            inside.merge(host, 1, Integer::sum);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw scope.end(new Termination.Cancelled());
        } finally {
            lock.unlock();
            undo.run();
            entered.run();
        }
    }

    void leave(HostPort host) {
        lock.lock();
        try {
            inside.computeIfPresent(host, (key, count) -> count == 1 ? null : count - 1);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The number of exchanges inside. */
    int occupied() {
        lock.lock();
        try {
            return inside.values().stream().mapToInt(Integer::intValue).sum();
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
