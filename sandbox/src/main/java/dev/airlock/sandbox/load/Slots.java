package dev.airlock.sandbox.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many may do something at once, because each takes much of what there is. First come, first served. Thread-safe.
 */
public final class Slots {
    /** How often what waits looks whether it may go on waiting. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LARGE = 1 << 20;

    private final int count;
    private final Semaphore slots;

    /** So many slots, at least one. */
    public Slots(int count) {
        this.count = count;
        this.slots = new Semaphore(count, true);
    }

    /**
     * Takes a slot, waiting for one until the deadline at most.
     *
     * @param deadline throws, from {@link Deadline#check}, if there is no use in waiting any more
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit take(Deadline deadline) throws InterruptedException {
        while (!slots.tryAcquire(Math.max(1, Math.min(LOOK_NANOS, deadline.remainingNanos())), TimeUnit.NANOSECONDS)) {
            deadline.check();
        }
        return Permit.of(slots::release);
    }

    /** Takes a slot, however long that takes; an interruption stays set. */
    public Permit takeAnyway() {
        slots.acquireUninterruptibly();
        return Permit.of(slots::release);
    }

    /**
     * Takes a slot for a document of so many bytes, if it is large: more than a mebibyte. Taken apart, a document is many times as
     * large as its text for a moment, which is too much to count as every call's demand.
     *
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit takeForDocument(long bytes, Deadline deadline) throws InterruptedException {
        return bytes > LARGE ? take(deadline) : Permit.NONE;
    }

    /** The same, however long that takes; an interruption stays set. */
    public Permit takeForDocumentAnyway(long bytes) {
        return bytes > LARGE ? takeAnyway() : Permit.NONE;
    }

    /** How many are taken at this moment: 0 to all. */
    public int taken() {
        return count - slots.availablePermits();
    }
}
