package dev.airlock.sandbox.admission;

import dev.airlock.failures.Cause;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.call.MemorySource;
import dev.airlock.sandbox.load.Deadline;
import dev.airlock.sandbox.load.Permit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The heap that all running calls and loads may take together, so that no number of them in parallel can exhaust it. A call holds
 * what it uses and takes more as it grows; a load reserves what it may use at most before it starts. Both wait for what is not
 * there.
 *
 * <p>Calls that run and want more come first, the oldest before the others ({@link Accounts} has the rule by which the oldest always
 * gets on). Then first come, first served: a call or load never passes an earlier one that waits for memory. But no connector
 * takes more than half of the budget, and what waits for its own connector's share lets others pass. Thread-safe.
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

    /** How many bytes there are in all: a larger demand can never be met. */
    public long totalBytes() {
        return accounts.totalBytes();
    }

    /** How many bytes all that stays loaded may take together: a quarter, so that calls go on. */
    public long mostResidentBytes() {
        return totalBytes() / 4;
    }

    /**
     * Takes memory for what stays loaded, such as a captured state, if there is enough for that.
     *
     * @return empty if all that stays would take more than {@link #mostResidentBytes}
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

    /** How many bytes are kept by what stays loaded. */
    public long residentBytes() {
        lock.lock();
        try {
            return accounts.residentBytes();
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes are held now, by calls and by loads. */
    public long heldBytes() {
        lock.lock();
        try {
            return accounts.heldBytes();
        } finally {
            lock.unlock();
        }
    }

    /** How many calls and loads wait to begin. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** What to say of a call or load that waited so long in vain. */
    public Cause.HostBusy busy(long waitedMillis) {
        lock.lock();
        try {
            return new Cause.HostBusy(
                    totalBytes(), accounts.heldBytes() + accounts.residentBytes(), Math.max(0, waitedMillis));
        } finally {
            lock.unlock();
        }
    }

    /** A source that gives nothing beyond what was taken already. */
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
     * Has a call begin with what it needs before its first instruction, if that is there now and nobody waits for it.
     *
     * @param connector whose share it counts against
     * @param firstBytes at most {@link #totalBytes}
     * @param mostBytes what it may come to need; it gets so much in any case once the calls before it are over, but no more than three
     *     quarters of the budget
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
     * Has a call begin like {@link #tryAdmit}, and waits for what it needs until its deadline at most.
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
     * Reserves memory for a load, waiting for it until its deadline at most.
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

    /** Waits until the waiter is granted what it wants; if it does not wait that long, what it was granted meanwhile is given back. */
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

    /** Changes something, after which others may have what they want. */
    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            grantWhatFits();
        } finally {
            lock.unlock();
        }
    }

    /** Gives a call so much more, if it need not wait for it. */
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

    /** The same, if the call's connector and all together then hold no more than half of what they may. */
    boolean tryGrowOfPlenty(HeldMemory call, long bytes) {
        lock.lock();
        try {
            return accounts.hasPlenty(call.connector(), bytes) && tryGrow(call, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a call so much more as soon as there is so much. */
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
     * Makes a reservation one for what stays until it is {@linkplain #tryReserveMore worked on}. It no longer counts against the
     * connector's share, which its calls need meanwhile.
     *
     * @param bytes that the connector has reserved; what {@link #reserve} gave is not to be closed any more
     */
    public Permit pending(String connector, long bytes) {
        change(() -> accounts.pend(connector, bytes));
        return Permit.of(() -> change(() -> accounts.noLongerPending(bytes)));
    }

    /**
     * Reserves memory for work on what is {@linkplain #pending pending}, which gives back more once it is done, and so goes before
     * whatever waits: if there is enough of it, or if the budget is held by nothing that goes on but what is pending. Then one such
     * reservation at a time may exceed it, since all would wait for one another else.
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

    /** Calls that run go before what has not begun: some of what they hold comes back only when they get on. */
    private void grantWhatFits() {
        if (!someCallStillWaits()) {
            admitWhatFits();
        }
    }

    /** Gives calls that run what they want, the oldest first, and says whether one still waits that is held up by others' memory. */
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
                heldUp = true; // it was not promised so much: those after it need not wait for it
            }
        }
        return heldUp;
    }

    /** Lets begin what waits for it, in order of arrival, up to the first one that has to wait for memory itself. */
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

    /** Wakes up what waits when its time ends early. */
    private final class Alarm {
        private final Condition changed;
        private boolean rung;

        Alarm(Condition changed) {
            this.changed = changed;
        }

        void ring() {
            lock.lock();
            try {
                rung = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        /** Waits, and looks at the deadline whenever it wakes up. */
        void await(BooleanSupplier isDone, Deadline deadline) throws InterruptedException {
            while (!isDone.getAsBoolean()) {
                if (!rung) {
                    long unused = changed.awaitNanos(Math.max(1, deadline.remainingNanos()));
                }
                if (!isDone.getAsBoolean()) {
                    lookAt(deadline);
                }
            }
        }

        /** Whoever is told that the call is over may take a moment, and nobody else waits for that. */
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
