package dev.airlock.sandbox.admission;

import dev.airlock.sandbox.load.Deadline;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many may do something at once, in the whole JVM, because each takes much of what there is. First come, first served.
 * Thread-safe.
 */
public final class Slots {
    private static final Slots FOR_LOADS =
            new Slots(Math.max(1, Runtime.getRuntime().availableProcessors()));
    private static final Slots FOR_LARGE_DOCUMENTS = new Slots(1);

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

    /** For loading a module: one for each processor. */
    public static Slots forLoads() {
        return FOR_LOADS;
    }

    /**
     * For reading or writing a document of more than a mebibyte: one. Taken apart, a document is many times as large as its
     * text for a moment, which is too much to count as every call's demand.
     */
    public static Slots forLargeDocuments() {
        return FOR_LARGE_DOCUMENTS;
    }

    /** Whether a document of so many bytes needs a slot. */
    public static boolean isLarge(long bytes) {
        return bytes > LARGE;
    }

    /**
     * Takes a slot, waiting for one until the deadline at most.
     *
     * @param deadline throws, from {@link Deadline#check}, if there is no use in waiting any more
     * @return what gives the slot back; to be run once
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Runnable take(Deadline deadline) throws InterruptedException {
        while (!slots.tryAcquire(Math.max(1, Math.min(LOOK_NANOS, deadline.remainingNanos())), TimeUnit.NANOSECONDS)) {
            deadline.check();
        }
        return slots::release;
    }

    /** Takes a slot, however long that takes; an interruption stays set. */
    public Runnable takeAnyway() {
        slots.acquireUninterruptibly();
        return slots::release;
    }

    /** How many are taken at this moment: 0 to all. */
    public int taken() {
        return count - slots.availablePermits();
    }
}
