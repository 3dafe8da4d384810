package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.load.Deadline;

/** Where the heap that a call takes comes from. Thread-safe. */
public interface MemorySource {
    /** Gives whatever is asked for. */
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

    /** Takes so many bytes more, if they are there now. */
    boolean tryTake(long bytes);

    /** Takes so many bytes more if there are plenty now: for what the call may do without. */
    default boolean tryTakeOfPlenty(long bytes) {
        return tryTake(bytes);
    }

    /**
     * Takes so many bytes more, and waits for them until the deadline.
     *
     * @param deadline throws, from {@link Deadline#check}, if the call ends while it waits
     * @throws InterruptedException if the calling thread is interrupted while it waits
     * @throws NeverEnoughException if there will never be so many
     */
    void take(long bytes, Deadline deadline) throws InterruptedException;

    /** What to say of a call that waited so long in vain. */
    Cause.HostBusy busy(long waitedMillis);

    /** So much is not there even if nobody else has any. */
    final class NeverEnoughException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public NeverEnoughException() {
            super("more memory than there is for all together", null, false, false);
        }
    }
}
