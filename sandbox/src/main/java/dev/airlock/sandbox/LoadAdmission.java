package dev.airlock.sandbox;

import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.load.LoadStopped;
import dev.airlock.sandbox.load.Permit;
import dev.airlock.sandbox.load.Slots;
import dev.airlock.sandbox.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What one load holds of what all loads share, a slot and memory, and how long it waited for them. Belongs to the load's
 * thread, but for {@link #giveSlotBack} and {@link #waitMillis}.
 */
final class LoadAdmission implements AutoCloseable {
    private final String connector;
    private final MemoryBudget memory;
    private final Slots slots;
    private final LoadBudget budget;
    private final AtomicReference<Permit> slot = new AtomicReference<>(Permit.NONE);
    private Permit reserved = Permit.NONE;
    private long reservedBytes;
    private volatile long waitNanos;
    private volatile boolean waitsForMemory;

    LoadAdmission(String connector, JvmShare share, LoadBudget budget) {
        this.connector = connector;
        this.memory = share.memory();
        this.slots = share.loads();
        this.budget = budget;
    }

    /** The most that any load can ever be given, in bytes. */
    long mostBytes() {
        return memory.totalBytes();
    }

    /** Takes memory for what stays loaded; empty if there is too much of it. */
    Optional<Permit> tryKeep(long bytes) {
        return memory.tryKeep(bytes);
    }

    /** The most that all that stays loaded may take, in bytes. */
    long mostResidentBytes() {
        return memory.mostResidentBytes();
    }

    /** Waits for a slot. */
    void takeSlot() {
        waitFor(() -> slot.set(slots.take(budget)));
    }

    /** Waits for so many bytes of the heap, and meanwhile leaves its slot to what may give some back. */
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

    /** What to report when the load's time is over: it is the host's doing if the load waits for memory. */
    LoadStopped timeIsOver() {
        return waitsForMemory ? LoadStopped.busy(memory.busy(budget.elapsedMillis())) : budget.timeIsOver();
    }

    /** Gives what runs in a load what is reserved, and no more. */
    void lendTo(CallMemory call) {
        call.drawOn(memory.nothingMore(), reservedBytes);
    }

    /** Takes so many bytes of the heap more, for work on what holds some and is pending; false if there are not so many now. */
    boolean tryReserveMore(long bytes) {
        Optional<Permit> got = memory.tryReserveMore(connector, bytes);
        got.ifPresent(permit -> reserved = permit);
        return got.isPresent();
    }

    /** How many bytes are reserved. */
    long reservedBytes() {
        return reservedBytes;
    }

    /** Hands on what is reserved, for what is kept of a load until it is compiled. Whoever takes it gives it back. */
    Permit handOver() {
        reserved = Permit.NONE;
        return memory.pending(connector, reservedBytes);
    }

    /** Lets another load work although this one may still hold its memory. From any thread; a second time does nothing. */
    void giveSlotBack() {
        slot.getAndSet(Permit.NONE).close();
    }

    /** Milliseconds spent waiting. */
    long waitMillis() {
        return TimeUnit.NANOSECONDS.toMillis(waitNanos);
    }

    /** Gives back everything. */
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
