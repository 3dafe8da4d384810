package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.runtime.audit.store.StoreUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that adds to a log: what waits is written together, so that many calls share one flush to disk. What cannot be
 * written is kept and written first the next time, so that the log has no gap.
 */
final class AuditWriter implements AutoCloseable {
    /** A checkpoint is signed after so many records, and when the log is closed. */
    static final int RECORDS_PER_CHECKPOINT = 256;

    private static final int WRITTEN_AT_ONCE = 256;
    private static final int MOST_WAITING = 10_000;

    /** Stands in the queue only to wake the thread. */
    private static final PendingRecord NOTHING = PendingRecord.nothing();

    private static final String LOST =
            "Records were lost because the audit log could not be written for too long; restart Airlock.";

    private final AuditStore store;
    private final CheckpointKey key;
    private final InstantSource clock;
    private final BlockingQueue<PendingRecord> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<PendingRecord> unwritten = new ArrayList<>();
    /** Intents of calls that were refused. Where only the store's answer was lost they are in the log all the same. */
    private final List<PendingRecord> refused = new ArrayList<>();

    private final Thread thread = new Thread(this::run, "airlock-audit");
    private volatile boolean closing;
    private volatile boolean lost;
    private volatile @Nullable RuntimeException closingFault;

    AuditWriter(AuditStore store, CheckpointKey key, InstantSource clock) {
        this.store = store;
        this.key = key;
        this.clock = clock;
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a record to write it soon; false if that cannot be promised within that time. */
    boolean take(PendingRecord pending, Duration within) {
        if (closing || lost) {
            return false;
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + within.toNanos();
        try {
            while (true) {
                try {
                    return queue.offer(pending, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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
        while (true) {
            boolean last = closing && queue.isEmpty();
            List<PendingRecord> batch = last ? List.of() : nextBatch();
            if (last || !batch.isEmpty()) {
                write(batch, last);
            }
            if (last) {
                closeStore();
                return;
            }
        }
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
            Head unused = store.write(AuditStore.Reader::head);
        } catch (RuntimeException | Error notNow) {
            return;
        }
    }

    /** Waits for a record and takes those behind it too; empty if nobody waits for any of them any more. */
    private List<PendingRecord> nextBatch() {
        List<PendingRecord> taken = new ArrayList<>();
        taken.add(next());
        queue.drainTo(taken, WRITTEN_AT_ONCE - 1);
        taken.removeIf(pending -> !pending.take());
        return taken;
    }

    private PendingRecord next() {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            return NOTHING; // nobody interrupts this thread with a meaning
        }
    }

    private void write(List<PendingRecord> batch, boolean last) {
        List<PendingRecord> all = new ArrayList<>(unwritten);
        all.addAll(batch);
        boolean again = !unwritten.isEmpty();
        try {
            List<Written> results = store.write(end -> append(end, all, again, last));
            unwritten.clear();
            refused.clear();
            for (int i = 0; i < all.size(); i++) {
                all.get(i).written().complete(results.get(i));
            }
        } catch (RuntimeException
                | Error e) { // without its thread the log would refuse all, each after the whole bound
            Written.Unrecorded why = unrecorded(e);
            keep(batch);
            batch.forEach(pending -> pending.written().complete(why));
        }
    }

    private static Written.Unrecorded unrecorded(Throwable e) {
        return e instanceof StoreUnavailableException known
                ? new Written.Unrecorded(String.valueOf(known.getMessage()), known.remedy())
                : new Written.Unrecorded("The audit log cannot be written: a fault of its own ("
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

    private List<Written> append(AuditStore.Writer end, List<PendingRecord> all, boolean again, boolean last) {
        String logId = end.logId();
        Head head = end.head();
        long before = head.seq();
        List<Written> results = new ArrayList<>();
        for (PendingRecord pending : all) {
            if (again && end.holds(pending.eventId())) {
                results.add(new Written.Recorded(head.seq(), head.hash()));
                continue;
            }
            AuditRecord row = RecordForm.next(logId, head, pending);
            end.add(row);
            head = new Head(row.seq(), row.hash());
            results.add(new Written.Recorded(row.seq(), row.hash()));
        }
        head = sayNotMade(end, head);
        boolean due = lacksCheckpoint(before, head.seq());
        if (due || last) {
            sign(end, before);
        }
        return results;
    }

    private Head sayNotMade(AuditStore.Writer end, Head from) {
        Head head = from;
        for (PendingRecord intent : refused) {
            if (end.holds(intent.eventId())) {
                AuditRecord row = RecordForm.next(end.logId(), head, intent.notMade(clock.instant()));
                end.add(row);
                head = new Head(row.seq(), row.hash());
            }
        }
        return head;
    }

    /** Where a checkpoint is missing that was made, what lies before may have been changed, and is not signed again. */
    private void sign(AuditStore.Writer end, long before) {
        Head head = end.head();
        long signedTo = lastCheckpoint(end);
        if (head.seq() > signedTo && !lacksCheckpoint(signedTo, before)) {
            end.add(key.sign(Checkpoint.Kind.HEAD, end.logId(), head.seq(), head.hash(), clock.millis()));
        }
    }

    /** Whether a log that ends with that record has a checkpoint behind that other one, since one is made at the latest then. */
    static boolean lacksCheckpoint(long signedTo, long seq) {
        return seq / RECORDS_PER_CHECKPOINT > signedTo / RECORDS_PER_CHECKPOINT;
    }

    private static long lastCheckpoint(AuditStore.Reader end) {
        return end.checkpoints().stream().mapToLong(Checkpoint::seq).max().orElse(0);
    }
}
