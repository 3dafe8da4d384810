package dev.airlock.sandbox.admission;

import dev.airlock.failures.Cause;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.MemorySource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The heap that all running calls and loads may take together, so that no number of them in parallel can exhaust it. A
 * call holds what it uses and takes more as it grows; a load reserves the most that it may use before it starts. Both
 * wait for memory that is not available.
 *
 * <p>Running calls that want more come first, the oldest before the others ({@link Accounts} has the rule by which the
 * oldest always makes progress). Then it is first come, first served: a call or load never passes an earlier one that
 * waits for memory. But no connector takes more than half of the budget, and a waiter that exceeds its own connector's
 * share lets others pass. Thread-safe.
 */
public final class MemoryBudget {
    private final ReentrantLock lock = new ReentrantLock();
    private final Accounts accounts;
    private final List<Waiter> waiting = new ArrayList<>();
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
        this.accounts = new Accounts(total.bytes());
    }

    /** The total in bytes; a larger demand can never be met. */
    public long totalBytes() {
        return accounts.totalBytes();
    }

    /** The most bytes that everything that stays loaded may take together: a quarter, so that calls can go on. */
    public long mostResidentBytes() {
        return totalBytes() / 4;
    }

    /**
     * Takes memory for something that stays loaded, such as a captured state, if there is enough for it.
     *
     * @return empty if everything that stays loaded would take more than {@link #mostResidentBytes}
     */
    public Optional<Permit> tryKeep(long bytes) {
        lock.lock();
        try {
            if (accounts.residentBytes() + bytes > mostResidentBytes()) {
                return Optional.empty();
            }
            accounts.stay(bytes);
        } finally {
            lock.unlock();
        }
        return Optional.of(Permit.of(() -> change(() -> accounts.stay(-bytes))));
    }

    /** The bytes of everything that stays loaded. */
    public long residentBytes() {
        lock.lock();
        try {
            return accounts.residentBytes();
        } finally {
            lock.unlock();
        }
    }

    /** The bytes that calls and loads hold now. */
    public long heldBytes() {
        lock.lock();
        try {
            return accounts.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /** The number of calls and loads that wait to begin. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the report on a call or load that waited that long in vain. */
    public Cause.HostBusy busy(long waitedMillis) {
        lock.lock();
        try {
            return new Cause.HostBusy(
                    totalBytes(), accounts.heldBytes() + accounts.residentBytes(), Math.max(0, waitedMillis));
        } finally {
            lock.unlock();
        }
    }

    /** Returns a source that gives nothing beyond what was taken already. */
    public MemorySource nothingMore() {
        return new MemorySource() {
            @Override
            public boolean tryTake(long bytes) {
                return false;
            }

            @Override
            public void take(long bytes, Deadline deadline) {
                throw new NeverEnoughException();
            }

            @Override
            public Cause.HostBusy busy(long waitedMillis) {
                return MemoryBudget.this.busy(waitedMillis);
            }
        };
    }

    /**
     * Admits a call with the memory that it needs before its first instruction, if that is available now and no one
     * waits for it.
     *
     * @param connector whose share it counts against
     * @param firstBytes at most {@link #totalBytes}
     * @param mostBytes the most that it may need; once the calls before it are over, it gets that in any case, up to
     *     three quarters of the budget
     */
    public Optional<HeldMemory> tryAdmit(String connector, long firstBytes, long mostBytes) {
        HeldMemory call = call(connector, firstBytes, mostBytes);
        Waiter waiter = waiter(call);
        lock.lock();
        try {
            waiting.add(waiter);
            grantWhatFits();
            return waiting.remove(waiter) ? Optional.empty() : Optional.of(call);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Admits a call like {@link #tryAdmit}, but waits for the memory until its deadline.
     *
     * @param deadline throws, from {@link Deadline#check}, if the call ends while it waits
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public HeldMemory admit(String connector, long firstBytes, long mostBytes, Deadline deadline)
            throws InterruptedException {
        HeldMemory call = call(connector, firstBytes, mostBytes);
        await(waiter(call), call, deadline);
        return call;
    }

    private HeldMemory call(String connector, long firstBytes, long mostBytes) {
        return new HeldMemory(
                this, connector, lock.newCondition(), firstBytes, Math.min(mostBytes, accounts.mostPromised()));
    }

    private Waiter waiter(HeldMemory call) {
        long firstBytes = call.heldBytes();
        return new Waiter(
                call.connector(),
                firstBytes,
                call.changed(),
                () -> accounts.keepsPromises(firstBytes),
                () -> accounts.begin(call));
    }

    /**
     * Reserves memory for a load, and waits for it until its deadline.
     *
     * @param connector whose share it counts against
     * @param bytes at most {@link #totalBytes}
     * @param deadline throws, from {@link Deadline#check}, if the load ends while it waits
     * @return the memory, to be closed when the thread that needs it has come back
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public Permit reserve(String connector, long bytes, Deadline deadline) throws InterruptedException {
        Permit held = Permit.of(() -> change(() -> accounts.giveBack(connector, bytes)));
        await(new Waiter(connector, bytes, lock.newCondition(), () -> true, () -> {}), held, deadline);
        return held;
    }

    /** Waits until the waiter gets what it wants. If it stops waiting before that, returns what it got meanwhile. */
    private void await(Waiter waiter, Permit granted, Deadline deadline) throws InterruptedException {
        Alarm alarm = new Alarm(waiter.changed);
        Runnable forget = deadline.onEnd(alarm::ring);
        boolean taken = false;
        lock.lockInterruptibly();
        try {
            waiting.add(waiter);
            grantWhatFits();
            alarm.await(() -> waiter.granted, deadline);
            taken = true;
        } finally {
            if (waiting.remove(waiter)) {
                grantWhatFits();
            } else if (!taken) {
                granted.close();
            }
            lock.unlock();
            forget.run();
        }
    }

    /** Changes the accounts, then serves the waiters that fit. */
    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            grantWhatFits();
        } finally {
            lock.unlock();
        }
    }

    /** Gives a call that much more, if it need not wait for it. */
    boolean tryGrow(HeldMemory call, long bytes) {
        lock.lock();
        try {
            call.want(bytes);
            grantWhatFits();
            boolean granted = !call.isWaiting();
            call.want(0);
            return granted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives a call that much more in the same way, if its connector and all together then hold at most half of what
     * they may.
     */
    boolean tryGrowOfPlenty(HeldMemory call, long bytes) {
        lock.lock();
        try {
            return accounts.hasPlenty(call.connector(), bytes) && tryGrow(call, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a call that much more, and waits until it is available. */
    void grow(HeldMemory call, long bytes, Deadline deadline) throws InterruptedException {
        Alarm alarm = new Alarm(call.changed());
        Runnable forget = deadline.onEnd(alarm::ring);
        lock.lockInterruptibly();
        try {
            if (!accounts.couldFit(call.heldBytes(), bytes)) {
                throw new MemorySource.NeverEnoughException();
            }
            call.want(bytes);
            grantWhatFits();
            alarm.await(() -> !call.isWaiting(), deadline);
        } finally {
            call.want(0);
            grantWhatFits();
            lock.unlock();
            forget.run();
        }
    }

    void promiseNoMore(HeldMemory call) {
        change(call::promiseNoMore);
    }

    void end(HeldMemory call) {
        change(() -> {
            if (accounts.end(call)) {
                accounts.giveBack(call.connector(), call.heldBytes());
            }
        });
    }

    /**
     * Turns a reservation into a pending one, which lasts until the work on it {@linkplain #tryReserveMore is done}. It
     * no longer counts against the connector's share, which its calls need meanwhile.
     *
     * @param bytes that the connector has reserved; do not close what {@link #reserve} returned any more
     */
    public Permit pending(String connector, long bytes) {
        change(() -> accounts.pend(connector, bytes));
        return Permit.of(() -> change(() -> accounts.noLongerPending(bytes)));
    }

    /**
     * Reserves memory for work on something {@linkplain #pending pending}. The work returns more once it is done, so it
     * goes before everything that waits. It gets the memory if there is enough, or if only pending work holds the
     * budget and makes progress. In that case one such reservation at a time may exceed the budget, since otherwise all
     * would wait for one another.
     *
     * @return empty if there is not enough
     */
    public Optional<Permit> tryReserveMore(String connector, long bytes) {
        lock.lock();
        try {
            boolean fits = accounts.fits(bytes);
            if (!fits && (exceeded || !accounts.onlyPendingGoesOn())) {
                return Optional.empty();
            }
            exceeded |= !fits;
            accounts.hold(connector, bytes);
            return Optional.of(Permit.of(() -> change(() -> {
                exceeded &= fits;
                accounts.giveBack(connector, bytes);
            })));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Running calls go before those that have not begun: they return some of what they hold only when they make
     * progress.
     */
    private void grantWhatFits() {
        if (!someCallStillWaits()) {
            admitWhatFits();
        }
    }

    /**
     * Gives running calls what they want, oldest first. Returns whether one still waits because others hold the memory.
     */
    private boolean someCallStillWaits() {
        boolean heldUp = false;
        for (HeldMemory call : accounts.calls()) {
            long bytes = call.wantedBytes();
            if (bytes == 0 || !accounts.mayGrow(call, bytes)) {
                continue;
            }
            if (accounts.fits(bytes) && accounts.keepsPromises(call, bytes)) {
                accounts.hold(call.connector(), bytes);
                call.got();
            } else if (call.heldBytes() + bytes <= call.promisedBytes()) {
                return true;
            } else {
                heldUp = true; // it was not promised so much, so those after it need not wait for it
            }
        }
        return heldUp;
    }

    /** Admits waiters in order of arrival, up to the first one that has to wait for memory itself. */
    private void admitWhatFits() {
        for (Iterator<Waiter> inOrder = waiting.iterator(); inOrder.hasNext(); ) {
            Waiter waiter = inOrder.next();
            if (!accounts.mayBegin(waiter.connector, waiter.bytes)) {
                continue;
            }
            if (!accounts.fits(waiter.bytes) || !waiter.condition.getAsBoolean()) {
                return;
            }
            accounts.hold(waiter.connector, waiter.bytes);
            waiter.begin.run();
            waiter.granted = true;
            waiter.changed.signal();
            inOrder.remove();
        }
    }

    /** Wakes up a waiter whose time ends early. */
    private final class Alarm {
        private final Condition changed;
        private boolean fallback;

        Alarm(Condition changed) {
            this.changed = changed;
        }

        void ring() {
            lock.lock();
            try {
                fallback = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        /** Waits, and checks the deadline at every wake-up. */
        void await(BooleanSupplier isDone, Deadline deadline) throws InterruptedException {
            while (!isDone.getAsBoolean()) {
                if (!fallback) {
                    long unused = changed.awaitNanos(Math.max(1, deadline.remainingNanos()));
                }
                if (!isDone.getAsBoolean()) {
                    lookAt(deadline);
                }
            }
        }

        /**
         * Checks the deadline without the lock, since a listener to the end of the call may take a moment and no one
         * else should wait for that.
         */
        private void lookAt(Deadline deadline) {
            lock.unlock();
            try {
                deadline.check();
            } finally {
                lock.lock();
            }
        }
    }

    /** A call or load that waits to begin. */
    private static final class Waiter {
        private final String connector;
        private final long bytes;
        private final Condition changed;
        private final BooleanSupplier condition;
        private final Runnable begin;
        private boolean granted;

        Waiter(String connector, long bytes, Condition changed, BooleanSupplier condition, Runnable begin) {
            this.connector = connector;
            this.bytes = bytes;
            this.changed = changed;
            this.condition = condition;
            this.begin = begin;
        }
    }
}
