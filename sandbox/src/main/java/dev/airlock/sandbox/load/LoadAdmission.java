package dev.airlock.sandbox.load;

import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.budget.ConcurrencyLimiter;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What one load holds of the resources that all loads share, a permit and memory, and how long it waited for them.
 * Belongs to the load's thread, except for {@link #giveSlotBack} and {@link #waitMillis}.
 */
public final class LoadAdmission implements AutoCloseable {
    private final String connector;
    private final MemoryBudget memory;
    private final ConcurrencyLimiter limiter;
    private final LoadBudget budget;
    private final AtomicReference<Permit> slot = new AtomicReference<>(Permit.NONE);
    private Permit reserved = Permit.NONE;
    private long reservedBytes;
    private volatile long waitNanos;
    private volatile boolean waitsForMemory;

    public LoadAdmission(String connector, JvmShare share, LoadBudget budget) {
        this.connector = connector;
        this.memory = share.memory();
        this.limiter = share.loads();
        this.budget = budget;
    }

    /** The most that any load can get, in bytes. */
    long mostBytes() {
        return memory.totalBytes();
    }

    /** Takes memory for what stays loaded. Returns empty if too much stays loaded already. */
    Optional<Permit> tryKeep(long bytes) {
        return memory.tryKeep(bytes);
    }

    /** The most memory for everything that stays loaded, in bytes. */
    long mostResidentBytes() {
        return memory.mostResidentBytes();
    }

    /** Waits for a permit to load. */
    public void takeSlot() {
        waitFor(() -> slot.set(limiter.take(budget)));
    }

    /** Waits for that many bytes of the heap. Meanwhile it returns its permit, for a load that may free some memory. */
    void reserve(long bytes) {
        giveSlotBack();
        waitsForMemory = true;
        try {
            waitFor(() -> reserved = memory.reserve(connector, bytes, budget));
        } catch (LoadStopped e) {
            throw e.reached().isPresent() ? timeIsOver() : e;
        }
        waitsForMemory = false;
        reservedBytes = bytes;
        takeSlot();
    }

    /** Returns what to report when the load's time is over. If the load waits for memory, the host is the cause. */
    public LoadStopped timeIsOver() {
        return waitsForMemory ? LoadStopped.busy(memory.busy(budget.elapsedMillis())) : budget.timeIsOver();
    }

    /** Lets code that runs in a load use what is reserved, and no more. */
    void lendTo(CallMemory call) {
        call.drawOn(memory.nothingMore(), reservedBytes);
    }

    /**
     * Takes that many more bytes of the heap, for work on something that holds memory and is pending. Returns false if
     * they are not available now.
     */
    boolean tryReserveMore(long bytes) {
        Optional<Permit> got = memory.tryReserveMore(connector, bytes);
        got.ifPresent(permit -> reserved = permit);
        return got.isPresent();
    }

    /** The number of bytes that are reserved. */
    long reservedBytes() {
        return reservedBytes;
    }

    /**
     * Passes on what is reserved, for the parts of a load that are kept until it is compiled. The receiver returns it.
     */
    Permit handOver() {
        reserved = Permit.NONE;
        return memory.pending(connector, reservedBytes);
    }

    /**
     * Lets another load work although this one may still hold its memory. Called from any thread; a second call does
     * nothing.
     */
    public void giveSlotBack() {
        slot.getAndSet(Permit.NONE).close();
    }

    /** Milliseconds spent waiting. */
    long waitMillis() {
        return TimeUnit.NANOSECONDS.toMillis(waitNanos);
    }

    /** Returns everything. */
    @Override
    public void close() {
        giveSlotBack();
        reserved.close();
        reserved = Permit.NONE;
    }

    private interface Waiting {
        void done() throws InterruptedException;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the load's own thread only
    private void waitFor(Waiting waiting) {
        long start = Clock.SYSTEM.monotonicNanos();
        try {
            waiting.done();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LoadStopped.cancelled();
        } finally {
            waitNanos += Clock.SYSTEM.monotonicNanos() - start;
        }
    }
}
