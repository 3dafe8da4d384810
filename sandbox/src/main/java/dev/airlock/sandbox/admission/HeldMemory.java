package dev.airlock.sandbox.admission;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.call.MemorySource;
import dev.airlock.sandbox.load.Deadline;
import dev.airlock.sandbox.load.Permit;
import java.util.concurrent.locks.Condition;

/**
 * What one call holds of a {@link MemoryBudget}. To be closed when the thread that needs it has come back; a second time does nothing.
 * Thread-safe; its numbers belong to whoever holds the budget's lock.
 */
public final class HeldMemory implements Permit, MemorySource {
    private final MemoryBudget budget;
    private final String connector;
    private final Condition changed;
    private long promisedBytes;
    private long heldBytes;
    private long wantedBytes;

    /**
     * @param changed is signalled when it has got what it wanted
     * @param heldBytes what it begins with
     * @param promisedBytes what it gets in any case, if it needs so much
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

    /** The call is over, even if its thread is not: what it was promised others can have. */
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

    /** What it waits for; 0 if it does not wait. */
    long wantedBytes() {
        return wantedBytes;
    }

    boolean isWaiting() {
        return wantedBytes > 0;
    }

    void want(long bytes) {
        wantedBytes = bytes;
    }

    /** It has got what it wanted. */
    void got() {
        heldBytes += wantedBytes;
        wantedBytes = 0;
        changed.signal();
    }

    void promiseNoMore() {
        promisedBytes = 0;
    }
}
