package dev.airlock.sandbox.budget;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A limiter for work that takes much of a resource. First come, first served. Thread-safe. */
public final class ConcurrencyLimiter {
    /** How often a wait checks whether it may go on. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int LARGE = 1 << 20;

    private final int count;
    private final Semaphore limiter;

    /** A limiter with that many permits, at least one. */
    public ConcurrencyLimiter(int count) {
        this.count = count;
        this.limiter = new Semaphore(count, true);
    }

    /**
     * Takes a permit, and waits for one until the deadline.
     *
     * @param deadline throws, from {@link Deadline#check}, when waiting has become pointless
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit take(Deadline deadline) throws InterruptedException {
        while (!limiter.tryAcquire(
                Math.max(1, Math.min(LOOK_NANOS, deadline.remainingNanos())), TimeUnit.NANOSECONDS)) {
            deadline.check();
        }
        return Permit.of(limiter::release);
    }

    /** Takes a permit, however long that takes; an interruption stays set. */
    public Permit takeAnyway() {
        limiter.acquireUninterruptibly();
        return Permit.of(limiter::release);
    }

    /**
     * Takes a permit for a document of that many bytes if it is large, more than 1 MiB. Parsing a document briefly
     * takes many times the size of its text, which is too much to count in every call's demand.
     *
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit takeForDocument(long bytes, Deadline deadline) throws InterruptedException {
        return bytes > LARGE ? take(deadline) : Permit.NONE;
    }

    /** Takes a permit in the same way, however long that takes; an interruption stays set. */
    public Permit takeForDocumentAnyway(long bytes) {
        return bytes > LARGE ? takeAnyway() : Permit.NONE;
    }

    /** The number of permits that are taken now. */
    public int inUse() {
        return count - limiter.availablePermits();
    }
}
