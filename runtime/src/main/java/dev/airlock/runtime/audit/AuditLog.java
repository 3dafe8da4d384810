package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.chain.LogEnd;
import dev.airlock.runtime.audit.chain.LogKeys;
import dev.airlock.runtime.audit.chain.RetentionCut;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.AuditTrail;
import dev.airlock.runtime.audit.event.PendingRecord;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.key.HeadCourier;
import dev.airlock.runtime.audit.key.HeadKeeper;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A writer of an audit log.
 *
 * <pre>{@code
 * try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file), CheckpointKey.at(keyFile)).build()) { … }
 * }</pre>
 *
 * <p>Thread-safe. Several logs of several processes may write to one store.
 */
public final class AuditLog implements AuditTrail, AutoCloseable {
    /** The default time limit for a write. A slower write counts as failed. */
    public static final Duration STANDARD_BOUND = Duration.ofSeconds(5);

    /** How long after the last record the unsigned ones are signed. */
    static final Duration STANDARD_IDLE = Duration.ofSeconds(1);

    private final AuditStore store;
    private volatile CheckpointKey key;
    private final Supplier<Redactor> redactor;
    private final Clock clock;
    private final Duration bound;
    private final AuditWriter writer;
    private final AuditTrail whole = new Trail(Redactor.ofNothing());

    private AuditLog(Builder builder) {
        this.store = builder.store;
        this.key = builder.key;
        this.redactor = builder.redactor;
        this.clock = builder.clock;
        this.bound = builder.bound;
        this.writer = new AuditWriter(store, key, clock, builder.idle, new HeadCourier(builder.heads));
    }

    /** Returns settings of a log in a store, with the key that signs its checkpoints. The log closes the store. */
    public static Builder builder(AuditStore store, CheckpointKey key) {
        return new Builder(store, key);
    }

    @Override
    public WriteResult intent(AuditEvent.CallIntent intent) {
        return whole.intent(intent);
    }

    @Override
    public void note(AuditEvent event) {
        whole.note(event);
    }

    @Override
    public WriteResult decision(AuditEvent.Decision decision) {
        return whole.decision(decision);
    }

    @Override
    public WriteResult outcome(AuditEvent.CallOutcome outcome) {
        return whole.outcome(outcome);
    }

    @Override
    public AuditTrail without(Redactor secrets) {
        return new Trail(secrets);
    }

    /** This log for a call whose records must not contain certain secrets, in addition to those that the log knows. */
    private final class Trail implements AuditTrail {
        private final Redactor secrets;

        Trail(Redactor secrets) {
            this.secrets = secrets;
        }

        @Override
        public WriteResult intent(AuditEvent.CallIntent intent) {
            PendingRecord pending = pending(intent, secrets);
            WriteResult written = write(pending);
            if (written instanceof WriteResult.Unrecorded
                    && !pending.giveUp()
                    && !pending.written().isDone()) {
                // it may still be written, and then the log must say that the call was not made
                note(new AuditEvent.CallOutcome(
                        intent.subject(), AuditEvent.Ending.NOT_MADE, RedactedJson.empty(), Optional.empty()));
            }
            return written;
        }

        @Override
        public void note(AuditEvent event) {
            if (!writer.take(pending(event, secrets), bound)) {
                writer.lose();
            }
        }

        @Override
        public WriteResult decision(AuditEvent.Decision decision) {
            return writeWhatHappened(pending(decision, secrets));
        }

        @Override
        public WriteResult outcome(AuditEvent.CallOutcome outcome) {
            return writeWhatHappened(pending(outcome, secrets));
        }

        @Override
        public AuditTrail without(Redactor more) {
            return new Trail(secrets.and(more));
        }
    }

    /**
     * Writes a record of an event that has happened. Without it the log would have a gap, so after a failure the log accepts nothing more.
     */
    private WriteResult writeWhatHappened(PendingRecord pending) {
        WriteResult written = write(pending);
        if (written instanceof WriteResult.Unrecorded && pending.giveUp()) {
            writer.lose();
        }
        return written;
    }

    /** Records an event outside of calls, such as a consent, and waits until it is durable. */
    public WriteResult record(AuditEvent event) {
        return write(pending(event, Redactor.ofNothing()));
    }

    /** Returns a reader of the log. */
    public AuditArchive archive() {
        return new AuditArchive(store);
    }

    /**
     * Removes records older than a time, with a signed checkpoint, and records the removal. If a call began less than a day ago and has no
     * outcome yet, keeps its records and all later ones. Removes nothing from a changed log, because it could remove the evidence.
     *
     * @return the number of removed records
     * @throws ChangedLogException if the log was changed; then nothing was removed
     * @throws dev.airlock.runtime.audit.store.AuditStoreUnavailableException if the store is unavailable; then nothing was removed
     */
    public long prune(Instant before) {
        requireWhole();
        long removed = store.write(log -> prune(log, before.toEpochMilli()));
        return removed;
    }

    private void requireWhole() {
        List<AuditProblem> problems = archive().verify(AuditWitness.of(key)).problems();
        if (!problems.isEmpty()) {
            throw new ChangedLogException(problems.get(0));
        }
    }

    /**
     * Waits until the log is open, for at most the time limit of a write.
     *
     * @throws ForeignKeyException if the log belongs to another key; then no call can be recorded, so none is made
     */
    public void requireOwnKey() {
        writer.foreign(bound).ifPresent(foreign -> {
            throw foreign;
        });
    }

    /**
     * Replaces the log's key, with a record that both keys sign. Does nothing if the log has that key already. This log signs with it from
     * now on. Other processes write nothing more until they have it too.
     *
     * @throws ChangedLogException if the log was changed; then it keeps its key
     * @throws ForeignKeyException if it belongs to a third key
     * @throws IllegalArgumentException if it had that key before
     * @throws dev.airlock.runtime.audit.store.AuditStoreUnavailableException if the store is unavailable; then the log keeps its key
     */
    public void change(CheckpointKey next) {
        String owner = store.read(log -> log.mark().key());
        if (!owner.equals(next.publicText())) {
            requireWhole();
            store.write(log -> {
                if (new LogKeys(log, key.publicKey()).knows(next.publicText())) {
                    throw new IllegalArgumentException("a log cannot go back to an earlier key");
                }
                new LogEnd(log, key, clock).change(next);
                return true;
            });
        }
        key = next;
        writer.change(next);
    }

    /** Writes pending records and a last checkpoint, and closes the store. Takes at most the time limit of a write. */
    @Override
    public void close() {
        close(bound);
    }

    /** Closes within another time. */
    public void close(Duration within) {
        writer.close(within);
    }

    private long prune(AuditStore.Writer log, long beforeMillis) {
        Optional<AuditRecord> last = new RetentionCut(beforeMillis, clock.now().toEpochMilli()).lastToGo(log);
        if (last.isEmpty()) {
            return 0;
        }
        AuditRecord base = last.get();
        long[] first = {base.seq()};
        log.records(RecordFilter.ALL, row -> {
            first[0] = row.seq();
            return false;
        });
        long count = base.seq() - first[0] + 1;
        LogEnd end = new LogEnd(log, key, clock);
        end.prune(base);
        AuditSubject subject = AuditSubject.ofNoCall(AuditId.random());
        end.add(PendingRecord.of(new AuditEvent.Retention(subject, base.seq(), count), clock.now()));
        end.sign(0);
        end.seal();
        return count;
    }

    private PendingRecord pending(AuditEvent event, Redactor more) {
        Redactor secrets = redactor.get().and(more);
        ObjectNode details = RedactedJson.of(event.details(), secrets);
        Instant now = clock.now();
        return new PendingRecord(
                event,
                event.subject().redactedBy(secrets),
                details,
                AuditId.uuid(now.toEpochMilli()).toString(),
                now);
    }

    private WriteResult write(PendingRecord pending) {
        long deadline = Clock.SYSTEM.monotonicNanos() + bound.toNanos();
        if (!writer.take(pending, bound)) {
            return new WriteResult.Unrecorded(writer.refusal());
        }
        return await(pending, deadline);
    }

    private WriteResult await(PendingRecord pending, long deadline) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return pending.written().get(deadline - Clock.SYSTEM.monotonicNanos(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            return new WriteResult.Unrecorded("The audit log could not be written within " + bound.toMillis() + " ms.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a record never completes with an exception", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Settings of a log. Immutable: each method returns a changed copy. */
    public static final class Builder {
        private final AuditStore store;
        private final CheckpointKey key;
        private Supplier<Redactor> redactor = Redactor::ofNothing;
        private Clock clock = Clock.SYSTEM;
        private Duration bound = STANDARD_BOUND;
        private Duration idle = STANDARD_IDLE;
        private List<HeadKeeper> heads = List.of();

        private Builder(AuditStore store, CheckpointKey key) {
            this.store = store;
            this.key = key;
        }

        private Builder with(Consumer<Builder> change) {
            Builder copy = new Builder(store, key);
            copy.redactor = redactor;
            copy.clock = clock;
            copy.bound = bound;
            copy.idle = idle;
            copy.heads = heads;
            change.accept(copy);
            return copy;
        }

        /** Sets the source of the secrets that no record may contain. It is asked for each record. Default: none. */
        public Builder redactor(Supplier<Redactor> other) {
            return with(copy -> copy.redactor = other);
        }

        /** Sets the clock. Default: the machine's. */
        public Builder clock(Clock other) {
            return with(copy -> copy.clock = other);
        }

        /**
         * Sets the time limit for a write, for instance {@code bound(Duration.ofSeconds(2))}. A slower write counts as failed. Default: 5
         * s.
         *
         * @throws IllegalArgumentException if it is zero or negative
         */
        public Builder bound(Duration other) {
            if (other.isNegative() || other.isZero()) {
                throw new IllegalArgumentException("a write takes some time");
            }
            return with(copy -> copy.bound = other);
        }

        /** Sets the keepers of the log's heads, for instance {@code heads(List.of(HeadKeeper.file(file)))}. Default: none. */
        public Builder heads(List<HeadKeeper> keepers) {
            return with(copy -> copy.heads = List.copyOf(keepers));
        }

        /** Sets how long after the last record the unsigned ones are signed. Default: 1 s. */
        Builder idle(Duration other) {
            return with(copy -> copy.idle = other);
        }

        /** Returns the log, which begins to write at once. */
        public AuditLog build() {
            return new AuditLog(this);
        }
    }
}
