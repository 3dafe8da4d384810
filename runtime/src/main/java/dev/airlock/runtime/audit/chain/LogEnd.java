package dev.airlock.runtime.audit.chain;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.PendingRecord;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.EndMark;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.sandbox.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of a log, held by one writer. Adds records and checkpoints, and leaves a seal. If the end was not written by a holder of the key,
 * records that first, once.
 */
public final class LogEnd {
    /** The maximum number of records between two checkpoints. */
    static final int RECORDS_PER_CHECKPOINT = 256;

    private final AuditStore.Writer log;
    private final CheckpointKey key;
    private final Clock clock;
    private final String logId;
    private final Head found;
    private final EndSeal seal;
    private Head head;

    /** @throws ForeignKeyException if the log belongs to another key */
    public LogEnd(AuditStore.Writer log, CheckpointKey key, Clock clock) {
        requireOwn(log, key);
        this.log = log;
        this.key = key;
        this.clock = clock;
        this.logId = log.logId();
        this.found = log.head();
        this.seal = EndSeal.of(key, logId, found, log.mark());
        this.head = found;
    }

    private static void requireOwn(AuditStore.Writer log, CheckpointKey key) {
        String owner = log.mark().key();
        if (!owner.isEmpty() && !owner.equals(key.publicText())) {
            throw new ForeignKeyException(CheckpointKey.shortName(owner), key.fingerprint());
        }
        if (owner.isEmpty()
                && log.lastCheckpoint()
                        .filter(last -> !key.hasSigned(log.logId(), last))
                        .isPresent()) {
            throw new ForeignKeyException(key.fingerprint());
        }
    }

    /** Claims an empty log for this key. */
    public void claim() {
        if (log.mark().equals(EndMark.NONE) && found.seq() == 0) {
            log.mark(new EndMark(key.publicText(), key.seal(logId, head)));
        }
    }

    /** Returns a task that verifies the last checkpoint outside of the transaction. A signature of the end needs it. */
    public Runnable verification() {
        return log.lastCheckpoint()
                .<Runnable>map(last -> () -> {
                    boolean unused = key.hasSigned(logId, last);
                })
                .orElse(() -> {});
    }

    /** Returns the log's id. */
    public String logId() {
        return logId;
    }

    /** Returns the number of the last record that was found. */
    public long length() {
        return found.seq();
    }

    /** Returns how many records at the end that was found are unsigned, although a holder of the key wrote them. */
    public long openRecords() {
        return seal == EndSeal.WHOLE ? Math.max(0, found.seq() - signedTo()) : 0;
    }

    /** Returns whether the log has a record of an event. */
    public boolean holds(String event) {
        return log.holds(event);
    }

    /** Returns the last record. */
    public WriteResult.Recorded last() {
        return new WriteResult.Recorded(head.seq(), head.hash());
    }

    /** Adds a record. */
    public WriteResult.Recorded add(PendingRecord pending) {
        if (head.equals(found) && seal != EndSeal.WHOLE) {
            append(openEnd(found.seq()));
        }
        return append(pending);
    }

    /**
     * Signs the end, and replaces a recent checkpoint of this key. If an expected checkpoint is missing, the records before may have been
     * changed, so they are not signed again.
     *
     * @param openTo the last unsigned record when the writer opened the log; recorded if it is still unsigned
     */
    public Optional<KeptHead> sign(long openTo) {
        long signedTo = signedTo();
        if (head.seq() <= signedTo || lacksCheckpoint(signedTo, found.seq())) {
            return Optional.empty();
        }
        if (seal != EndSeal.WHOLE && head.equals(found)) {
            append(openEnd(found.seq()));
        } else if (openTo > signedTo) {
            append(openEnd(openTo));
        }
        log.lastCheckpoint().filter(this::isSuperseded).ifPresent(log::remove);
        long now = clock.now().toEpochMilli();
        log.add(key.sign(Checkpoint.Kind.HEAD, logId, head.seq(), head.hash(), now));
        return Optional.of(new KeptHead(logId, head.seq(), head.hash(), Instant.ofEpochMilli(now)));
    }

    /** Removes all records up to a given one, behind a signed base. */
    public void prune(AuditRecord last) {
        log.prune(key.sign(
                Checkpoint.Kind.BASE,
                logId,
                last.seq(),
                last.hash(),
                clock.now().toEpochMilli()));
    }

    /** Leaves a seal that shows the next writer that a holder of the key wrote this end. */
    public void seal() {
        if (!head.equals(found)) {
            log.mark(new EndMark(key.publicText(), key.seal(logId, head)));
        }
    }

    /** Replaces the log's key, by a record that both keys sign. */
    public void change(CheckpointKey next) {
        byte[] statement = KeyChange.statement(logId, head, key.publicText(), next.publicText());
        add(PendingRecord.of(
                new AuditEvent.KeyChanged(
                        AuditSubject.ofNoCall(AuditId.random()),
                        key.publicText(),
                        next.publicText(),
                        key.sign(statement),
                        next.sign(statement)),
                clock.now()));
        long now = clock.now().toEpochMilli();
        log.add(next.sign(Checkpoint.Kind.HEAD, logId, head.seq(), head.hash(), now));
        log.mark(new EndMark(next.publicText(), next.seal(logId, head)));
    }

    /** Returns whether a log that ends at a record must have another checkpoint, given the last signed record. */
    public static boolean lacksCheckpoint(long signedTo, long seq) {
        return seq / RECORDS_PER_CHECKPOINT > signedTo / RECORDS_PER_CHECKPOINT;
    }

    private long signedTo() {
        return log.lastCheckpoint().map(Checkpoint::seq).orElse(0L);
    }

    private boolean isSuperseded(Checkpoint last) {
        return last.kind() == Checkpoint.Kind.HEAD
                && !lacksCheckpoint(last.seq(), head.seq())
                && key.hasSigned(logId, last);
    }

    private PendingRecord openEnd(long upTo) {
        AuditSubject nobody = AuditSubject.ofNoCall(AuditId.random());
        return PendingRecord.of(
                new AuditEvent.OpenEnd(nobody, upTo, Math.max(0, upTo - signedTo()), seal), clock.now());
    }

    private WriteResult.Recorded append(PendingRecord pending) {
        AuditRecord row = RecordForm.next(logId, head, pending);
        log.add(row);
        head = new Head(row.seq(), row.hash());
        return last();
    }
}
