package dev.airlock.sandbox.thread;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a thread that waits for another one spins for a moment before it sleeps. Waking a thread takes longer
 * than a short call. If calls come in quick succession and a processor is free, spinning for a few tens of microseconds
 * is cheaper. A host without calls, or with few, never spins. After spinning in vain a thread does not spin for a
 * while, longer each time: on a busy machine it may hold the processor that the other thread needs. Thread-safe.
 */
public final class HandOff {
    /** How long a thread spins at most. */
    static final long MOST_NANOS = 50_000;

    /** Work that begins this soon after the work before counts as quick succession. */
    static final long QUICK_NANOS = 500_000;

    private static final int LOOKS_BETWEEN_TIMES = 32;
    /** How many pieces of work must come one after the other, with none beside them, before a thread spins again. */
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

    public HandOff() {
        this(Runtime.getRuntime().availableProcessors(), Clock.SYSTEM);
    }

    HandOff(int processors, Clock clock) {
        this.processors = processors;
        this.clock = clock;
        this.lastBeginNanos = clock.monotonicNanos() - QUICK_NANOS;
    }

    /**
     * Records that a piece of work begins and a thread waits for its end. Races may make the count slightly wrong,
     * which costs or saves one spin.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void begins() {
        boolean isCrowded = 2 * underWay.incrementAndGet() > processors;
        crowded = isCrowded ? CROWDED : Math.max(0, crowded - 1);
        long now = clock.monotonicNanos();
        quick = now - lastBeginNanos < QUICK_NANOS;
        lastBeginNanos = now;
    }

    /** Records that the work has ended. */
    void ends() {
        underWay.decrementAndGet();
    }

    /**
     * Whether a thread that waits for the end of work may spin: each piece of work and each waiting thread has a
     * processor.
     */
    boolean mayLookForEnd() {
        return mayLook() && 2 * underWay.get() <= processors;
    }

    /**
     * Whether a thread without work may spin for some: it and the thread that brings the work would each have a
     * processor.
     */
    boolean mayLookForWork() {
        return mayLook() && 2 * (underWay.get() + 1) <= processors;
    }

    private boolean mayLook() {
        return quick && crowded == 0;
    }

    /** Spins until the work has ended, if that pays. Returns false if it has not ended by then. */
    boolean spinUntil(BooleanSupplier hasEnded, long mostNanos) {
        return mayLookForEnd() && forEnd.look(hasEnded, Math.min(mostNanos, MOST_NANOS));
    }

    /** Spins until there is work, if that pays. Returns false if there is none by then. */
    boolean spinForWork(BooleanSupplier hasCome) {
        return mayLookForWork() && forWork.look(hasCome, MOST_NANOS);
    }

    /** Spinning of one kind. Races may make the count slightly wrong, which costs or saves one spin. */
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
