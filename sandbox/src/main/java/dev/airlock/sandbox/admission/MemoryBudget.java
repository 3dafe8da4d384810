package dev.airlock.sandbox.admission;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.load.Deadline;
import dev.airlock.sandbox.load.Permit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The heap that all running calls and loads may take together. Each reserves what it may use at most before it starts, and
 * waits for it if it is not there, so that no number of them in parallel can exhaust the heap.
 *
 * <p>First come, first served: a call or load never passes an earlier one that waits for memory. But no connector holds more
 * than half of the budget (or one demand, if that is more), and what waits for its own connector's share lets others pass.
 * Thread-safe.
 */
public final class MemoryBudget {
    private final long totalBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Waiter> waiting = new ArrayList<>();
    private final Map<String, Long> heldByConnector = new HashMap<>();
    private long heldBytes;
    private long residentBytes;
    private long pendingBytes;
    private boolean exceeded;

    /**
     * A budget of that much heap.
     *
     * @throws IllegalArgumentException if it is not at least one byte
     */
    public MemoryBudget(ByteSize total) {
        if (total.bytes() < 1) {
            throw new IllegalArgumentException("a budget is at least one byte");
        }
        this.totalBytes = total.bytes();
    }

    /** How many bytes there are in all: a larger demand can never be met. */
    public long totalBytes() {
        return totalBytes;
    }

    /** How many bytes all that stays loaded may take together: a quarter, so that calls go on. */
    public long mostResidentBytes() {
        return totalBytes / 4;
    }

    /**
     * Takes memory for what stays loaded, such as a captured state, if there is enough for that.
     *
     * @return empty if all that stays would take more than {@link #mostResidentBytes}
     */
    public Optional<Permit> tryKeep(long bytes) {
        lock.lock();
        try {
            if (residentBytes + bytes > mostResidentBytes()) {
                return Optional.empty();
            }
            residentBytes += bytes;
        } finally {
            lock.unlock();
        }
        return Optional.of(Permit.of(() -> letGo(bytes)));
    }

    private void letGo(long bytes) {
        lock.lock();
        try {
            residentBytes -= bytes;
            grantWhatFits();
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes are kept by what stays loaded. */
    public long residentBytes() {
        lock.lock();
        try {
            return residentBytes;
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes are reserved now, by calls and by loads. */
    public long heldBytes() {
        lock.lock();
        try {
            return heldBytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reserves memory for a call or a load, waiting for it until its deadline at most.
     *
     * @param connector whose share it counts against
     * @param bytes at most {@link #totalBytes}
     * @param deadline throws, from {@link Deadline#check}, if the call or load ends while it waits
     * @return the memory, to be closed when the thread that needs it has come back
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit reserve(String connector, long bytes, Deadline deadline) throws InterruptedException {
        Waiter waiter = new Waiter(connector, bytes, lock.newCondition());
        Runnable forget = deadline.onEnd(waiter::wake);
        lock.lockInterruptibly();
        try {
            waiting.add(waiter);
            grantWhatFits();
            while (!waiter.granted) {
                deadline.check();
                waiter.changed.await(Math.max(1, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
            }
            waiter.taken = true;
            return Permit.of(() -> release(connector, bytes));
        } finally {
            takeBack(waiter);
            lock.unlock();
            forget.run();
        }
    }

    /**
     * Makes a reservation one for what stays until it is {@linkplain #tryReserveMore worked on}. It no longer counts against the
     * connector's share, which its calls need meanwhile.
     *
     * @param bytes that the connector has reserved; what {@link #reserve} gave is not to be closed any more
     */
    public Permit pending(String connector, long bytes) {
        lock.lock();
        try {
            pendingBytes += bytes;
            lessOfItsShare(connector, bytes);
            grantWhatFits();
        } finally {
            lock.unlock();
        }
        return Permit.of(() -> noLongerPending(bytes));
    }

    private void noLongerPending(long bytes) {
        lock.lock();
        try {
            pendingBytes -= bytes;
            heldBytes -= bytes;
            grantWhatFits();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reserves memory for work on what is {@linkplain #pending pending}, which gives back more once it is done, and so goes before
     * whatever waits: if there is enough of it, or if the budget is held by nothing but what is pending. Then one such reservation at a
     * time may exceed it, since all would wait for one another else.
     *
     * @return empty if there is not enough
     */
    public Optional<Permit> tryReserveMore(String connector, long bytes) {
        lock.lock();
        try {
            boolean fits = heldBytes + residentBytes + bytes <= totalBytes;
            if (!fits && (exceeded || heldBytes > pendingBytes)) {
                return Optional.empty();
            }
            exceeded |= !fits;
            heldBytes += bytes;
            heldByConnector.merge(connector, bytes, Long::sum);
            return Optional.of(
                    Permit.of(fits ? () -> release(connector, bytes) : () -> releaseExceeding(connector, bytes)));
        } finally {
            lock.unlock();
        }
    }

    private void releaseExceeding(String connector, long bytes) {
        lock.lock();
        try {
            exceeded = false;
            release(connector, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** A waiter that was interrupted or ended leaves the queue, and what it was granted meanwhile is free again. */
    private void takeBack(Waiter waiter) {
        if (waiting.remove(waiter)) {
            grantWhatFits();
        } else if (!waiter.taken) {
            release(waiter.connector, waiter.bytes);
        }
    }

    private void release(String connector, long bytes) {
        lock.lock();
        try {
            heldBytes -= bytes;
            lessOfItsShare(connector, bytes);
            grantWhatFits();
        } finally {
            lock.unlock();
        }
    }

    private void lessOfItsShare(String connector, long bytes) {
        heldByConnector.computeIfPresent(connector, (name, held) -> held == bytes ? null : held - bytes);
    }

    /** Grants in order of arrival, up to the first one that has to wait for memory itself. */
    private void grantWhatFits() {
        for (Iterator<Waiter> inOrder = waiting.iterator(); inOrder.hasNext(); ) {
            Waiter waiter = inOrder.next();
            if (!isWithinShare(waiter)) {
                continue;
            }
            if (heldBytes + residentBytes + waiter.bytes > totalBytes) {
                return;
            }
            heldBytes += waiter.bytes;
            heldByConnector.merge(waiter.connector, waiter.bytes, Long::sum);
            waiter.granted = true;
            waiter.changed.signal();
            inOrder.remove();
        }
    }

    private boolean isWithinShare(Waiter waiter) {
        long held = heldByConnector.getOrDefault(waiter.connector, 0L);
        return held == 0 || held + waiter.bytes <= totalBytes / 2;
    }

    /** A call or load that waits for memory. */
    private final class Waiter {
        private final String connector;
        private final long bytes;
        private final Condition changed;
        private boolean granted;
        private boolean taken;

        Waiter(String connector, long bytes, Condition changed) {
            this.connector = connector;
            this.bytes = bytes;
            this.changed = changed;
        }

        void wake() {
            lock.lock();
            try {
                changed.signal();
            } finally {
                lock.unlock();
            }
        }
    }
}
