package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.budget.Deadline;

/** The source of the heap that a call takes. Thread-safe. */
public interface MemorySource {
    /** Gives every amount. */
    MemorySource ENDLESS = new MemorySource() {
        @Override
        public boolean tryTake(long bytes) {
            return true;
        }

        @Override
        public void take(long bytes, Deadline deadline) {}

        @Override
        public Cause.HostBusy busy(long waitedMillis) {
            throw new IllegalStateException("there is always more");
        }
    };

    /** Takes that many bytes more, if they are available now. */
    boolean tryTake(long bytes);

    /** Takes that many bytes more if memory is plentiful now. For uses that the call can do without. */
    default boolean tryTakeOfPlenty(long bytes) {
        return tryTake(bytes);
    }

    /**
     * Takes that many bytes more, and waits for them until the deadline.
     *
     * @param deadline throws, from {@link Deadline#check}, if the call ends while it waits
     * @throws InterruptedException if the calling thread is interrupted while it waits
     * @throws NeverEnoughException if there will never be so many
     */
    void take(long bytes, Deadline deadline) throws InterruptedException;

    /** Returns the report on a call that waited that long in vain. */
    Cause.HostBusy busy(long waitedMillis);

    /** The source could not give that many bytes even if no one else held any. */
    final class NeverEnoughException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public NeverEnoughException() {
            super("more memory than there is for all together", null, false, false);
        }
    }
}
