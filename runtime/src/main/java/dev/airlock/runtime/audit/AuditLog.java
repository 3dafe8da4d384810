package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Redactor;
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
 * An audit log that is written.
 *
 * <pre>{@code
 * try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file), CheckpointKey.at(keyFile)).build()) { … }
 * }</pre>
 *
 * <p>Thread-safe. Several logs of several processes may write to one store.
 */
public final class AuditLog implements AuditTrail, AutoCloseable {
    /** How long a write may take before it counts as failed, unless the embedder says otherwise. */
    public static final Duration STANDARD_BOUND = Duration.ofSeconds(5);

    /** After how long without a record the last ones are signed. */
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

    /** A log in that store, whose checkpoints that key signs. The log closes the store. */
    public static Builder builder(AuditStore store, CheckpointKey key) {
        return new Builder(store, key);
    }

    @Override
    public Written intent(AuditEvent.CallIntent intent) {
        return whole.intent(intent);
    }

    @Override
    public void note(AuditEvent event) {
        whole.note(event);
    }

    @Override
    public Written decision(AuditEvent.Decision decision) {
        return whole.decision(decision);
    }

    @Override
    public Written outcome(AuditEvent.CallOutcome outcome) {
        return whole.outcome(outcome);
    }

    @Override
    public AuditTrail without(Redactor secrets) {
        return new Trail(secrets);
    }

    /** This log for somebody whose records must not hold those secrets, beside those that the log knows of. */
    private final class Trail implements AuditTrail {
        private final Redactor secrets;

        Trail(Redactor secrets) {
            this.secrets = secrets;
        }

        @Override
        public Written intent(AuditEvent.CallIntent intent) {
            PendingRecord pending = pending(intent, secrets);
            Written written = write(pending);
            if (written instanceof Written.Unrecorded
                    && !pending.giveUp()
                    && !pending.written().isDone()) {
                // it may be written yet, and then the log must say that nothing came of it
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
        public Written decision(AuditEvent.Decision decision) {
            return writeWhatHappened(pending(decision, secrets));
        }

        @Override
        public Written outcome(AuditEvent.CallOutcome outcome) {
            return writeWhatHappened(pending(outcome, secrets));
        }

        @Override
        public AuditTrail without(Redactor more) {
            return new Trail(secrets.and(more));
        }
    }

    /** Without a record of what did happen the log has a gap, so it takes nothing more. */
    private Written writeWhatHappened(PendingRecord pending) {
        Written written = write(pending);
        if (written instanceof Written.Unrecorded && pending.giveUp()) {
            writer.lose();
        }
        return written;
    }

    /** Records an event that belongs to no call, such as a consent, and waits until that is durable. */
    public Written record(AuditEvent event) {
        return write(pending(event, Redactor.ofNothing()));
    }

    /** What the log has, as far as it is written. */
    public AuditArchive archive() {
        return new AuditArchive(store);
    }

    /**
     * Removes the records that are older than that, behind a signed checkpoint, and records that it did. The records of a call that
     * began less than a day ago and has no outcome yet, and all after them, are kept. Of a log that was changed since it was written
     * nothing is removed: it could be what shows that.
     *
     * @return how many were removed
     * @throws ChangedLogException if the log was changed; then nothing was removed
     * @throws dev.airlock.runtime.audit.store.StoreUnavailableException if that is not possible; then nothing was removed
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
     * Waits, at most as long as a write may take, until the log is open.
     *
     * @throws ForeignKeyException if it belongs to another key; no call is made then, since none can be recorded
     */
    public void requireOwnKey() {
        writer.foreign(bound).ifPresent(foreign -> {
            throw foreign;
        });
    }

    /**
     * Gives the log to another key, by a record that both sign; nothing is done if it has that key already. This log signs with it from
     * now on. Other processes write nothing more until they have it too.
     *
     * @throws ChangedLogException if the log was changed; then it keeps its key
     * @throws ForeignKeyException if it belongs to a third key
     * @throws IllegalArgumentException if it had that key before
     * @throws dev.airlock.runtime.audit.store.StoreUnavailableException if that is not possible; then it keeps its key
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

    /** Writes what waits and a last checkpoint, and closes the store; takes at most the bound. */
    @Override
    public void close() {
        close(bound);
    }

    /** The same within another time. */
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

    private Written write(PendingRecord pending) {
        long deadline = Clock.SYSTEM.monotonicNanos() + bound.toNanos();
        if (!writer.take(pending, bound)) {
            return new Written.Unrecorded(writer.refusal());
        }
        return await(pending, deadline);
    }

    private Written await(PendingRecord pending, long deadline) {
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
            return new Written.Unrecorded("The audit log could not be written within " + bound.toMillis() + " ms.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a record never completes with an exception", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Settings of a log. Immutable: each method gives other settings. */
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

        /** What knows the secrets that no record may hold; asked for each record. Default: it knows none. */
        public Builder redactor(Supplier<Redactor> other) {
            return with(copy -> copy.redactor = other);
        }

        /** The time of day. Default: the machine's. */
        public Builder clock(Clock other) {
            return with(copy -> copy.clock = other);
        }

        /**
         * How long a write may take before it counts as failed, for instance {@code bound(Duration.ofSeconds(2))}. Default: 5 s.
         *
         * @throws IllegalArgumentException if that is no time at all
         */
        public Builder bound(Duration other) {
            if (other.isNegative() || other.isZero()) {
                throw new IllegalArgumentException("a write takes some time");
            }
            return with(copy -> copy.bound = other);
        }

        /**
         * Who keeps the log's heads elsewhere, for instance {@code heads(List.of(HeadKeeper.file(file)))}. Default: nobody.
         */
        public Builder heads(List<HeadKeeper> keepers) {
            return with(copy -> copy.heads = List.copyOf(keepers));
        }

        /** After how long without a record the last ones are signed. Default: 1 s. */
        Builder idle(Duration other) {
            return with(copy -> copy.idle = other);
        }

        /** The log, which begins to write at once. */
        public AuditLog build() {
            return new AuditLog(this);
        }
    }
}
