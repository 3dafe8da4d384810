package dev.airlock.sandbox.admission;

import dev.airlock.sandbox.load.Deadline;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many loads may work at once: as many as there are processors. First come, first served. Thread-safe. */
public final class LoadSlots {
    private static final LoadSlots OF_THE_JVM =
            new LoadSlots(Math.max(1, Runtime.getRuntime().availableProcessors()));

    private final Semaphore slots;

    /** So many slots, at least one. */
    public LoadSlots(int count) {
        this.slots = new Semaphore(count, true);
    }

    /** The slots that every sandbox of this JVM shares: one for each processor. */
    public static LoadSlots ofTheJvm() {
        return OF_THE_JVM;
    }

    /**
     * Takes a slot, waiting for one until the deadline at most.
     *
     * @param deadline throws, from {@link Deadline#check}, if the load ends while it waits
     * @return what gives the slot back; to be run once
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Runnable take(Deadline deadline) throws InterruptedException {
        while (!slots.tryAcquire(Math.max(1, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
            deadline.check();
        }
        return slots::release;
    }
}
