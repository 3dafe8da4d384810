package dev.airlock.sandbox;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Whether a thread that waits for another one stays awake for a moment. To wake a thread that sleeps takes longer than a short call: where
 * calls come in quick succession, and there is a processor that nothing else uses, it pays to look for what comes for a few tens of
 * microseconds first. A host without calls, or with calls now and then, never does that. Looking in vain is left for a while, longer each
 * time: on a busy machine the one that looks may hold the processor that the other one needs. Thread-safe.
 */
final class HandOff {
    /** How long a thread looks at most. */
    static final long MOST_NANOS = 50_000;

    /** Work that begins so soon after the work before is in quick succession. */
    static final long QUICK_NANOS = 500_000;

    private static final int LOOKS_BETWEEN_TIMES = 32;
    /** How many pieces of work have to come one after the other, and none beside them, before anybody looks again. */
    static final int CROWDED = 256;

    private static final int LEAST_LEFT_OUT = 16;
    private static final int MOST_LEFT_OUT = 1 << 14;

    private final int processors;
    private final Clock clock;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long lastBeginNanos;
    private volatile boolean quick;
    private volatile int crowded;
    private final Looks forEnd = new Looks();
    private final Looks forWork = new Looks();

    HandOff() {
        this(Runtime.getRuntime().availableProcessors(), Clock.SYSTEM);
    }

    HandOff(int processors, Clock clock) {
        this.processors = processors;
        this.clock = clock;
        this.lastBeginNanos = clock.monotonicNanos() - QUICK_NANOS;
    }

    /** A piece of work begins, and somebody waits for its end. Threads may count a little wrong together, which costs a look or saves one. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void begins() {
        boolean isCrowded = 2 * underWay.incrementAndGet() > processors;
        crowded = isCrowded ? CROWDED : Math.max(0, crowded - 1);
        long now = clock.monotonicNanos();
        quick = now - lastBeginNanos < QUICK_NANOS;
        lastBeginNanos = now;
    }

    /** It has ended. */
    void ends() {
        underWay.decrementAndGet();
    }

    /** Whether whoever waits for the end of work looks for it: each piece has a processor, and whoever waits for it has one. */
    boolean mayLookForEnd() {
        return mayLook() && 2 * underWay.get() <= processors;
    }

    /** Whether a thread that has no work looks for some: it and whoever brings it would each have a processor. */
    boolean mayLookForWork() {
        return mayLook() && 2 * (underWay.get() + 1) <= processors;
    }

    private boolean mayLook() {
        return quick && crowded == 0;
    }

    /** Looks for the end of work, if that pays; false if it has not come so far. */
    boolean spinUntil(BooleanSupplier hasEnded, long mostNanos) {
        return mayLookForEnd() && forEnd.look(hasEnded, Math.min(mostNanos, MOST_NANOS));
    }

    /** Looks for work, if that pays; false if there is none so far. */
    boolean spinForWork(BooleanSupplier hasCome) {
        return mayLookForWork() && forWork.look(hasCome, MOST_NANOS);
    }

    /** Looks of one kind. Threads may count a little wrong together, which costs a look or saves one. */
    private final class Looks {
        private volatile int leftOut;
        private volatile int toLeaveOut;

        boolean look(BooleanSupplier isThere, long mostNanos) {
            int left = toLeaveOut;
            if (left > 0) {
                toLeaveOut = left - 1;
                return false;
            }
            boolean found = find(isThere, mostNanos);
            leftOut = found ? leftOut / 2 : Math.min(MOST_LEFT_OUT, Math.max(LEAST_LEFT_OUT, 2 * leftOut));
            toLeaveOut = found ? 0 : leftOut;
            return found;
        }

        private boolean find(BooleanSupplier isThere, long mostNanos) {
            long end = clock.monotonicNanos() + mostNanos;
            do {
                for (int i = 0; i < LOOKS_BETWEEN_TIMES; i++) {
                    if (isThere.getAsBoolean()) {
                        return true;
                    }
                    Thread.onSpinWait();
                }
            } while (clock.monotonicNanos() - end < 0);
            return false;
        }
    }
}
