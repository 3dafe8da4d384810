package dev.airlock.sandbox.admission;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.MemorySource;
import java.util.concurrent.locks.Condition;

/**
 * The share of a {@link MemoryBudget} that one call holds. It is closed when the thread that needs it has come back; a
 * second close does nothing. Thread-safe; its numbers are guarded by the budget's lock.
 */
public final class HeldMemory implements Permit, MemorySource {
    private final MemoryBudget budget;
    private final String connector;
    private final Condition changed;
    private long promisedBytes;
    private long heldBytes;
    private long wantedBytes;

    /**
     * @param changed is signalled when the call has got what it wanted
     * @param heldBytes what the call begins with
     * @param promisedBytes what the call gets in any case, if it needs that much
     */
    HeldMemory(MemoryBudget budget, String connector, Condition changed, long heldBytes, long promisedBytes) {
        this.budget = budget;
        this.connector = connector;
        this.changed = changed;
        this.heldBytes = heldBytes;
        this.promisedBytes = promisedBytes;
    }

    @Override
    public boolean tryTake(long bytes) {
        return budget.tryGrow(this, bytes);
    }

    @Override
    public boolean tryTakeOfPlenty(long bytes) {
        return budget.tryGrowOfPlenty(this, bytes);
    }

    @Override
    public void take(long bytes, Deadline deadline) throws InterruptedException {
        budget.grow(this, bytes, deadline);
    }

    @Override
    public Cause.HostBusy busy(long waitedMillis) {
        return budget.busy(waitedMillis);
    }

    /** Records that the call is over, even if its thread is not: others can have what it was promised. */
    public void noMore() {
        budget.promiseNoMore(this);
    }

    @Override
    public void close() {
        budget.end(this);
    }

    Condition changed() {
        return changed;
    }

    String connector() {
        return connector;
    }

    long heldBytes() {
        return heldBytes;
    }

    long promisedBytes() {
        return promisedBytes;
    }

    /** The bytes that it waits for; 0 if it does not wait. */
    long wantedBytes() {
        return wantedBytes;
    }

    boolean isWaiting() {
        return wantedBytes > 0;
    }

    void want(long bytes) {
        wantedBytes = bytes;
    }

    /** Records that it has got what it wanted. */
    void got() {
        heldBytes += wantedBytes;
        wantedBytes = 0;
        changed.signal();
    }

    void promiseNoMore() {
        promisedBytes = 0;
    }
}
