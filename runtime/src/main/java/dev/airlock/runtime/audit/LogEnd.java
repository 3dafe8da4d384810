package dev.airlock.runtime.audit;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.EndMark;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.sandbox.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of a log, held by one writer: adds records and checkpoints, and leaves a seal. Records first, once, that the end was not
 * that of a holder of the key.
 */
final class LogEnd {
    /** A checkpoint is signed after so many records, if not before. */
    static final int RECORDS_PER_CHECKPOINT = 256;

    private final AuditStore.Writer log;
    private final CheckpointKey key;
    private final Clock clock;
    private final String logId;
    private final Head found;
    private final EndSeal seal;
    private Head head;

    /** @throws ForeignKeyException if the log belongs to another key */
    LogEnd(AuditStore.Writer log, CheckpointKey key, Clock clock) {
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

    /** Makes a log that is empty this key's. */
    void claim() {
        if (log.mark().equals(EndMark.NONE) && found.seq() == 0) {
            log.mark(new EndMark(key.publicText(), key.seal(logId, head)));
        }
    }

    /** Verifies the last checkpoint, outside of the transaction: whoever signs the end has to know it. */
    Runnable verification() {
        return log.lastCheckpoint()
                .<Runnable>map(last -> () -> {
                    boolean unused = key.hasSigned(logId, last);
                })
                .orElse(() -> {});
    }

    /** Which log it is. */
    String logId() {
        return logId;
    }

    /** The number of the last record that was there before. */
    long found() {
        return found.seq();
    }

    /** How many records at the end that was there are not signed, though a holder of the key wrote them. */
    long openRecords() {
        return seal == EndSeal.WHOLE ? Math.max(0, found.seq() - signedTo()) : 0;
    }

    /** Whether the log has a record of that event. */
    boolean holds(String event) {
        return log.holds(event);
    }

    /** The last record. */
    Written.Recorded last() {
        return new Written.Recorded(head.seq(), head.hash());
    }

    /** Adds a record. */
    Written.Recorded add(PendingRecord pending) {
        if (head.equals(found) && seal != EndSeal.WHOLE) {
            append(openEnd(found.seq()));
        }
        return append(pending);
    }

    /**
     * Signs the end, in the place of a checkpoint of this key not long before. Where a checkpoint is missing that was made, what lies
     * before may have been changed, and is not signed again.
     *
     * @param openTo up to where records were not signed when the writer opened the log, which is recorded if they still are not
     */
    Optional<KeptHead> sign(long openTo) {
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

    /** Removes all records up to that one, behind a signed base. */
    void prune(AuditRecord last) {
        log.prune(key.sign(
                Checkpoint.Kind.BASE,
                logId,
                last.seq(),
                last.hash(),
                clock.now().toEpochMilli()));
    }

    /** Leaves what shows the next writer that a holder of the key wrote this end. */
    void seal() {
        if (!head.equals(found)) {
            log.mark(new EndMark(key.publicText(), key.seal(logId, head)));
        }
    }

    /** Gives the log to another key, from a record on that both sign. */
    void change(CheckpointKey next) {
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

    /** Whether a log that ends with that record has a checkpoint behind that other one, since one is made at the latest then. */
    static boolean lacksCheckpoint(long signedTo, long seq) {
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

    private Written.Recorded append(PendingRecord pending) {
        AuditRecord row = RecordForm.next(logId, head, pending);
        log.add(row);
        head = new Head(row.seq(), row.hash());
        return last();
    }
}
