package dev.airlock.runtime.audit;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.chain.LogEnd;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.PendingRecord;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.key.HeadCourier;
import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
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
 * The only thread that adds to a log. It writes pending records together, so that many calls share one flush to disk. Records that cannot
 * be written are kept and written first the next time, so that the log has no gap.
 */
final class AuditWriter implements AutoCloseable {
    private static final int WRITTEN_AT_ONCE = 256;
    private static final int MOST_WAITING = 10_000;

    /** A marker that wakes the thread. */
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
    /** Intents of refused calls. If only the store's answer was lost, they are in the log nevertheless. */
    private final List<PendingRecord> refused = new ArrayList<>();

    private boolean unsigned;
    private Opened opened = Opened.NOT_YET;
    /** Verifies the last checkpoint in advance, while calls run, so that a process that makes one call does not wait for it at its end. */
    private Runnable verification = () -> {};

    private final CompletableFuture<Optional<ForeignKeyException>> foreign = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "airlock-audit");
    private volatile boolean closing;
    private volatile boolean lost;
    private volatile Duration closeWithin = AuditLog.STANDARD_BOUND;
    private volatile @Nullable RuntimeException closingFault;

    /**
     * @param idle how long after the last record the unsigned ones are signed
     * @param heads receives each signed head
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

    /** Accepts a record for writing soon. Returns false if the queue does not take it within the time. */
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
                    interrupted = true; // the interruption is for the call, not for its record
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Refuses all further records, because one that should have been written was not accepted. */
    void lose() {
        lost = true;
    }

    /** Returns why records are refused. */
    String refusal() {
        return lost ? LOST : closing ? "The audit log is closed." : "The audit log is too slow.";
    }

    /**
     * Writes pending records and a last checkpoint, and closes the store. Returns when that is done or the time is over.
     *
     * @throws RuntimeException the exception of closing the store
     */
    void close(Duration within) {
        closeWithin = within;
        closing = true;
        queue.offer(NOTHING); // if the queue is full, its records wake the thread
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

    /** Delivers the last head. If it is lost, records that and signs the record. */
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

    /** Closes the store on this thread, because it may take as long as a write. */
    private void closeStore() {
        try {
            store.close();
        } catch (RuntimeException e) {
            closingFault = e;
        }
    }

    /** Opens the store before the first record comes. A problem of the store shows again when a record is written. */
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

    /** Waits, for at most the given time, until it is known whether the log belongs to another key. */
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

    /** Signs with another key from now on, which the log has got. */
    void change(CheckpointKey next) {
        key = next;
    }

    /** Returns a record and those queued behind it, without records that were given up. */
    private List<PendingRecord> withThoseBehind(PendingRecord first) {
        List<PendingRecord> taken = new ArrayList<>();
        taken.add(first);
        queue.drainTo(taken, WRITTEN_AT_ONCE - 1);
        taken.removeIf(pending -> !pending.take());
        return taken;
    }

    /** Waits for a record; if some are not signed, only for the idle time. */
    private Optional<PendingRecord> next() {
        try {
            return unsigned
                    ? Optional.ofNullable(queue.poll(idle.toNanos(), TimeUnit.NANOSECONDS))
                    : Optional.of(queue.take());
        } catch (InterruptedException e) {
            return Optional.of(NOTHING); // an interruption of this thread has no meaning
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
                | Error e) { // without this thread, every record would wait for the full bound and be refused
            WriteResult.Unrecorded why = unrecorded(e);
            keep(batch);
            batch.forEach(pending -> pending.written().complete(why));
        }
    }

    private static WriteResult.Unrecorded unrecorded(Throwable e) {
        if (e instanceof ForeignKeyException foreign) {
            return new WriteResult.Unrecorded(String.valueOf(foreign.getMessage()), foreign.remedy());
        }
        return e instanceof AuditStoreUnavailableException known
                ? new WriteResult.Unrecorded(String.valueOf(known.getMessage()), known.remedy())
                : new WriteResult.Unrecorded("The audit log cannot be written: an internal fault ("
                        + e.getClass().getSimpleName() + ").");
    }

    /** Keeps unwritten records. A refused intent leaves nothing to record, since its call is not made; everything else has happened. */
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
     * The result of one transaction.
     *
     * @param results the result of each record
     * @param signed the head that was signed, if any
     * @param opened how the log was found
     */
    private record Turn(List<WriteResult> results, Optional<KeptHead> signed, Opened opened) {}

    /**
     * How this writer found a log.
     *
     * @param logId the log's id; empty before the first write
     * @param openTo the last record of an unsigned end; 0 if the end was signed, or is by now
     */
    private record Opened(String logId, long openTo) {
        static final Opened NOT_YET = new Opened("", 0);

        Opened seen(LogEnd end) {
            return end.logId().equals(logId) ? this : new Opened(end.logId(), end.openRecords() > 0 ? end.length() : 0);
        }
    }

    private Turn append(LogEnd end, List<PendingRecord> all, boolean again, boolean sign) {
        Opened known = opened.seen(end);
        List<WriteResult> results = new ArrayList<>();
        for (PendingRecord pending : all) {
            results.add(again && end.holds(pending.eventId()) ? end.last() : end.add(pending));
        }
        sayNotMade(end);
        boolean due = sign || LogEnd.lacksCheckpoint(end.length(), end.last().seq());
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
