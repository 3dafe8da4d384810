package dev.airlock.sandbox.state;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of a connector as one of its calls uses it. Each operation takes effect by itself, at once; none takes
 * effect once the call is over. The operations belong to the call's own thread; {@link #finish} may come from another.
 */
public final class CallState {
    /** The answer of {@link #once}. */
    public enum Once {
        /** The key was not claimed; now this call has claimed it. */
        NEW,
        /** It is done. */
        DONE,
        /** The key was claimed, by this call or another, and it is not known whether the work is done. */
        IN_DOUBT
    }

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final StateStore store;
    private final String connector;
    private final String holder;
    private final CallScope scope;
    private final Limits limits;
    private final Clock clock;
    private final Object termination = new Object();
    private final StateGuard guard = new Guard();
    private final List<byte[]> claimed = new ArrayList<>();
    private boolean used;
    private boolean over;

    /**
     * The state of a call that starts.
     *
     * @param connector whose state it is: the key of its identity
     * @param holder the call's idempotency key, which owns the claims
     * @param limits how much the connector may keep
     * @param clock the time of day by which values expire
     */
    public CallState(StateStore store, String connector, String holder, CallScope scope, Limits limits, Clock clock) {
        this.store = store;
        this.connector = connector;
        this.holder = holder;
        this.scope = scope;
        this.limits = limits;
        this.clock = clock;
    }

    /** Returns the value under a key. */
    public Optional<byte[]> get(byte[] key) {
        return store.transact(guard, connector, nowMillis(), rows -> rows.value(key));
    }

    /**
     * Sets the value under a key.
     *
     * @param ttlMillis for how long, in milliseconds; 0 or less: until it is deleted
     * @throws dev.airlock.sandbox.call.CallEnded if the connector would keep more than it may
     */
    public void put(byte[] key, byte[] value, long ttlMillis) {
        long now = nowMillis();
        store.transact(guard, connector, now, rows -> {
            rows.put(key, value, end(now, ttlMillis));
            requireQuota(rows);
            return true;
        });
    }

    /** Removes a key; does nothing if it does not exist. */
    public void delete(byte[] key) {
        store.transact(guard, connector, nowMillis(), rows -> {
            rows.remove(key);
            return true;
        });
    }

    /**
     * Claims that something is done once. The claim is this call's, and becomes done when a call with the same
     * idempotency key succeeds. If this call fails and no byte of any of its requests went out, the work cannot have
     * been done, and the claim is released.
     *
     * @param ttlMillis for how long the claim lasts, in milliseconds; 0 or less: without end
     */
    public Once once(byte[] key, long ttlMillis) {
        long now = nowMillis();
        Once found = store.transact(guard, connector, now, rows -> {
            Optional<Claim> claim = rows.claim(key);
            if (claim.isPresent()) {
                return claim.get().done() ? Once.DONE : Once.IN_DOUBT;
            }
            rows.claim(key, holder, end(now, ttlMillis));
            requireQuota(rows);
            return Once.NEW;
        });
        used = true;
        if (found == Once.NEW) {
            claimed.add(key);
        }
        return found;
    }

    /**
     * Ends the call's use of its state. No further change takes effect, and its claims become done, are released, or
     * stay in doubt. Waits for a change that is being committed. A second call does nothing.
     *
     * @param succeeded whether the call succeeded
     * @throws StateUnavailableException if the store cannot be used, or not within 1 s; claims then stay in doubt
     */
    public void finish(boolean succeeded) {
        synchronized (termination) {
            if (over) {
                return;
            }
            over = true;
        }
        boolean nothingWentOut = !scope.evidence().requestSent();
        if (used && (succeeded || (nothingWentOut && !claimed.isEmpty()))) {
            store.transact(
                    new Afterwards(Clock.SYSTEM.monotonicNanos() + PATIENCE_NANOS), connector, nowMillis(), rows -> {
                        if (succeeded) {
                            rows.complete(holder);
                        } else {
                            claimed.forEach(rows::release);
                        }
                        return true;
                    });
        }
    }

    private void requireQuota(StateRows rows) {
        require(LimitName.STATE, rows.bytes());
        require(LimitName.STATE_KEYS, rows.keys());
    }

    private void require(LimitName limit, long used) {
        if (used > limits.get(limit)) {
            throw scope.end(new Termination.LimitReached(limit, limits.get(limit), used));
        }
    }

    private long nowMillis() {
        return Math.floorDiv(clock.realtimeNanos(), NANOS_PER_MILLI);
    }

    private static long end(long now, long ttlMillis) {
        return ttlMillis <= 0 || ttlMillis > StateRows.NEVER - now ? StateRows.NEVER : now + ttlMillis;
    }

    /** Refuses every change once the call is over. */
    private final class Guard implements StateGuard {
        @Override
        public Deadline deadline() {
            return scope;
        }

        @Override
        public Runnable waitingFor(WaitedFor what) {
            return scope.time().waitingFor(what);
        }

        @Override
        public void commit(Runnable change) {
            synchronized (termination) {
                scope.check();
                if (over) {
                    throw new IllegalStateException("the call is over");
                }
                change.run();
            }
        }
    }

    /** Guards the change that is made after the call is over. */
    private record Afterwards(long endNanos) implements StateGuard, Deadline {
        @Override
        public Deadline deadline() {
            return this;
        }

        @Override
        public void commit(Runnable change) {
            change.run();
        }

        @Override
        public long remainingNanos() {
            return endNanos - Clock.SYSTEM.monotonicNanos();
        }

        @Override
        public void check() {
            if (remainingNanos() <= 0) {
                throw new StateUnavailableException(
                        "other calls keep the state of connectors in use", "Try again when fewer calls run.");
            }
        }

        /** Does nothing, since nothing ends it early. */
        @Override
        public Runnable onEnd(Runnable action) {
            return () -> {};
        }
    }
}
