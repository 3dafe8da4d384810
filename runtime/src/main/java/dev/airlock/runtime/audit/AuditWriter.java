package dev.airlock.runtime.audit;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.StoreUnavailableException;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that adds to a log: what waits is written together, so that many calls share one flush to disk. What cannot be
 * written is kept and written first the next time, so that the log has no gap.
 */
final class AuditWriter implements AutoCloseable {
    private static final int WRITTEN_AT_ONCE = 256;
    private static final int MOST_WAITING = 10_000;

    /** Stands in the queue only to wake the thread. */
    private static final PendingRecord NOTHING = PendingRecord.nothing();

    private static final String LOST =
            "Records were lost because the audit log could not be written for too long; restart Airlock.";

    private final AuditStore store;
    private volatile CheckpointKey key;
    private final Clock clock;
    private final Duration idle;
    private final HeadCourier heads;
    private final BlockingQueue<PendingRecord> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<PendingRecord> unwritten = new ArrayList<>();
    /** Intents of calls that were refused. Where only the store's answer was lost they are in the log all the same. */
    private final List<PendingRecord> refused = new ArrayList<>();

    private boolean unsigned;
    private Opened opened = Opened.NOT_YET;
    /** Is made beforehand, while calls run, so that a process that makes one does not wait for it at its end. */
    private Runnable verification = () -> {};

    private final CompletableFuture<Optional<ForeignKeyException>> foreign = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "airlock-audit");
    private volatile boolean closing;
    private volatile boolean lost;
    private volatile Duration closeWithin = AuditLog.STANDARD_BOUND;
    private volatile @Nullable RuntimeException closingFault;

    /**
     * @param idle after how long without a record the last ones are signed
     * @param heads is told each head that is signed
     */
    AuditWriter(AuditStore store, CheckpointKey key, Clock clock, Duration idle, HeadCourier heads) {
        this.store = store;
        this.key = key;
        this.clock = clock;
        this.idle = idle;
        this.heads = heads;
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a record to write it soon; false if that cannot be promised within that time. */
    boolean take(PendingRecord pending, Duration within) {
        if (closing || lost) {
            return false;
        }
        boolean interrupted = false;
        long deadline = Clock.SYSTEM.monotonicNanos() + within.toNanos();
        try {
            while (true) {
                try {
                    return queue.offer(pending, deadline - Clock.SYSTEM.monotonicNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true; // an interruption meant for the call does not reach its record
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** From now on nothing is promised: a record that should have been written was not taken. */
    void lose() {
        lost = true;
    }

    /** Why nothing can be taken. */
    String refusal() {
        return lost ? LOST : closing ? "The audit log is closed." : "The audit log is too slow.";
    }

    /**
     * Writes what waits and a last checkpoint, closes the store, and returns when that is done or the time is over.
     *
     * @throws RuntimeException what the store threw as it was closed
     */
    void close(Duration within) {
        closeWithin = within;
        closing = true;
        queue.offer(NOTHING); // in a full queue there is something else to wake the thread
        try {
            thread.join(Math.max(1, within.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        RuntimeException fault = closingFault;
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public void close() {
        close(AuditLog.STANDARD_BOUND);
    }

    private void run() {
        open();
        boolean last = false;
        while (!last) {
            last = closing && queue.isEmpty();
            Optional<PendingRecord> first = last ? Optional.empty() : next();
            List<PendingRecord> batch = first.map(this::withThoseBehind).orElse(List.of());
            boolean sign = first.isEmpty();
            if (sign || !batch.isEmpty()) {
                write(batch, sign);
            }
            if (!last) {
                noteLostHead();
                verification.run();
                verification = () -> {};
            }
        }
        end();
        closeStore();
    }

    /** Brings the last head away; one that is lost now is recorded, and the record signed. */
    private void end() {
        heads.close(closeWithin);
        if (noteLostHead()) {
            write(withThoseBehind(NOTHING), true);
        }
    }

    private boolean noteLostHead() {
        Optional<HeadCourier.Lost> lost = heads.lost();
        lost.ifPresent(one -> {
            AuditSubject nobody = AuditSubject.ofNoCall(AuditId.random());
            unwritten.add(
                    PendingRecord.of(new AuditEvent.HeadLost(nobody, one.head().seq(), one.why()), clock.now()));
        });
        return lost.isPresent();
    }

    /** Here, since it may take as long as a write does. */
    private void closeStore() {
        try {
            store.close();
        } catch (RuntimeException e) {
            closingFault = e;
        }
    }

    /** Opens the store before the first record comes. What is wrong with it shows again when that is written. */
    private void open() {
        try {
            verification = store.write(log -> {
                LogEnd end = new LogEnd(log, key, clock);
                end.claim();
                return end.verification();
            });
            foreign.complete(Optional.empty());
        } catch (ForeignKeyException e) {
            foreign.complete(Optional.of(e));
        } catch (RuntimeException | Error notNow) {
            foreign.complete(Optional.empty());
        }
    }

    /** Waits, at most so long, until it is known whether the log belongs to another key. */
    Optional<ForeignKeyException> foreign(Duration within) {
        try {
            return foreign.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        }
    }

    /** Signs with another key from now on, to which the log was given. */
    void change(CheckpointKey next) {
        key = next;
    }

    /** Those of a record and what waits behind it for whose writing somebody waits. */
    private List<PendingRecord> withThoseBehind(PendingRecord first) {
        List<PendingRecord> taken = new ArrayList<>();
        taken.add(first);
        queue.drainTo(taken, WRITTEN_AT_ONCE - 1);
        taken.removeIf(pending -> !pending.take());
        return taken;
    }

    /** Waits for a record; if some are not signed, only for a while. */
    private Optional<PendingRecord> next() {
        try {
            return unsigned
                    ? Optional.ofNullable(queue.poll(idle.toNanos(), TimeUnit.NANOSECONDS))
                    : Optional.of(queue.take());
        } catch (InterruptedException e) {
            return Optional.of(NOTHING); // nobody interrupts this thread with a meaning
        }
    }

    private void write(List<PendingRecord> batch, boolean sign) {
        List<PendingRecord> all = new ArrayList<>(unwritten);
        all.addAll(batch);
        boolean again = !unwritten.isEmpty();
        try {
            Turn turn = store.write(log -> append(new LogEnd(log, key, clock), all, again, sign));
            unwritten.clear();
            refused.clear();
            opened = turn.opened();
            unsigned = !sign && (unsigned || !all.isEmpty()) && turn.signed().isEmpty();
            for (int i = 0; i < all.size(); i++) {
                all.get(i).written().complete(turn.results().get(i));
            }
            turn.signed().ifPresent(heads::bring);
        } catch (RuntimeException
                | Error e) { // without its thread the log would refuse all, each after the whole bound
            Written.Unrecorded why = unrecorded(e);
            keep(batch);
            batch.forEach(pending -> pending.written().complete(why));
        }
    }

    private static Written.Unrecorded unrecorded(Throwable e) {
        if (e instanceof ForeignKeyException foreign) {
            return new Written.Unrecorded(String.valueOf(foreign.getMessage()), foreign.remedy());
        }
        return e instanceof StoreUnavailableException known
                ? new Written.Unrecorded(String.valueOf(known.getMessage()), known.remedy())
                : new Written.Unrecorded("The audit log cannot be written: an internal fault ("
                        + e.getClass().getSimpleName() + ").");
    }

    /** A call whose intent was refused is not made, and leaves nothing to record; all else did happen. */
    private void keep(List<PendingRecord> batch) {
        for (PendingRecord pending : batch) {
            if (!(pending.event() instanceof AuditEvent.CallIntent)) {
                unwritten.add(pending);
            } else if (refused.size() < MOST_WAITING) {
                refused.add(pending);
            }
        }
        if (unwritten.size() > MOST_WAITING) {
            lose();
        }
    }

    /**
     * What one transaction came to.
     *
     * @param results what became of each record
     * @param signed the head that was signed, if one was
     * @param opened what is known of how the log was found
     */
    private record Turn(List<Written> results, Optional<KeptHead> signed, Opened opened) {}

    /**
     * How this writer found a log.
     *
     * @param logId which; empty before the first write
     * @param openTo up to where its records were not signed; 0 if they were, or are by now
     */
    private record Opened(String logId, long openTo) {
        static final Opened NOT_YET = new Opened("", 0);

        Opened seen(LogEnd end) {
            return end.logId().equals(logId) ? this : new Opened(end.logId(), end.openRecords() > 0 ? end.found() : 0);
        }
    }

    private Turn append(LogEnd end, List<PendingRecord> all, boolean again, boolean sign) {
        Opened known = opened.seen(end);
        List<Written> results = new ArrayList<>();
        for (PendingRecord pending : all) {
            results.add(again && end.holds(pending.eventId()) ? end.last() : end.add(pending));
        }
        sayNotMade(end);
        boolean due = sign || LogEnd.lacksCheckpoint(end.found(), end.last().seq());
        Optional<KeptHead> signed = due ? end.sign(known.openTo()) : Optional.empty();
        end.seal();
        return new Turn(results, signed, signed.isPresent() ? new Opened(known.logId(), 0) : known);
    }

    private void sayNotMade(LogEnd end) {
        for (PendingRecord intent : refused) {
            if (end.holds(intent.eventId())) {
                end.add(intent.notMade(clock.now()));
            }
        }
    }
}
