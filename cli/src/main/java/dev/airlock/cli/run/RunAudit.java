package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.audit.AuditFile;
import dev.airlock.cli.console.RefusedConnector;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.ArgumentPolicy;
import dev.airlock.runtime.audit.AuditEvent;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.audit.AuditTrail;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.runtime.audit.RecordedCall;
import dev.airlock.runtime.recovery.Journal;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The record of one run. The log is opened, and the intent written, while the connector is loaded; the call waits until the intent
 * is durable.
 */
public final class RunAudit implements AutoCloseable {
    /**
     * The log, open.
     *
     * @param close ends it, if it could be opened
     */
    private record Opened(AuditTrail trail, Runnable close) {}

    private final CompletableFuture<Opened> opened;
    private final AtomicReference<Supplier<Redactor>> secrets = new AtomicReference<>(Redactor::ofNothing);
    private final CompletableFuture<AuditedCalls> calls;
    private CompletableFuture<RecordedCall> begun =
            CompletableFuture.failedFuture(new IllegalStateException("nothing begun"));

    private RunAudit(Terminal terminal) {
        this.opened = CompletableFuture.supplyAsync(() -> opened(terminal, secrets));
        this.calls = opened.thenApply(log -> new AuditedCalls(log.trail(), ArgumentPolicy.SHAPE));
    }

    /** The log, which is opened meanwhile. */
    public static RunAudit open(Terminal terminal) {
        return new RunAudit(terminal);
    }

    private static Opened opened(Terminal terminal, AtomicReference<Supplier<Redactor>> secrets) {
        try {
            AuditLog log = AuditFile.open(
                    terminal, () -> Objects.requireNonNull(secrets.get()).get());
            return new Opened(log, () -> log.close(AuditLog.STANDARD_BOUND));
        } catch (IOException e) {
            return new Opened(AuditTrail.unavailable(AuditFile.withoutKey(e)), () -> {});
        }
    }

    /**
     * What is to be recorded of a run.
     *
     * @param connector what is called; asked for beside the load, since its hash takes a while
     * @param call the call, with the key that its caller gave, if one was given
     * @param scripted whether a script answers in the place of the world
     * @param allowPrivate hosts that the user lets have an address that is not public
     */
    record Intent(
            Supplier<AuditSubject.ConnectorIdentity> connector,
            Call call,
            boolean scripted,
            List<String> allowPrivate) {}

    /**
     * Records meanwhile that a call is about to be made.
     *
     * @param known what no record may hold
     */
    void begin(Intent intent, Redactor known) {
        secrets.set(() -> known);
        begun = calls.thenApplyAsync(recording -> begun(recording, intent));
    }

    /**
     * The calls of this run, for whoever records them itself.
     *
     * @param known what no record may hold, as far as it is known by then
     */
    public AuditedCalls calls(Supplier<Redactor> known) {
        secrets.set(known);
        return calls.join();
    }

    private static RecordedCall begun(AuditedCalls calls, Intent intent) {
        Call call = intent.call();
        AuditSubject subject = new AuditSubject(
                call.auditId(),
                AuditFile.actor(intent.scripted()),
                intent.connector().get(),
                call.op());
        RecordedCall recorded = calls.begin(subject, call.args(), call.idempotencyKey());
        if (!intent.allowPrivate().isEmpty()) {
            recorded.note(new AuditEvent.Consent(subject, "addresses that are not public", intent.allowPrivate()));
        }
        return recorded;
    }

    /** Records a call that was not made, since its connector is not as it was installed. */
    static void refused(Terminal terminal, String op, RefusedConnector refused, boolean scripted) {
        Call call = new Call(
                op,
                JsonNodeFactory.instance.objectNode(),
                UUID.randomUUID().toString(),
                1,
                refused.failure().auditId(),
                new Cancellation());
        try (RunAudit audit = open(terminal)) {
            String name = refused.name().toString();
            audit.begin(
                    new Intent(() -> AuditSubject.ConnectorIdentity.named(name), call, scripted, List.of()),
                    Redactor.ofNothing());
            Outcome unused = audit.once(refused::outcome);
        }
    }

    /** Makes the call in one attempt, if its intent is durable, and records what it came to. */
    Outcome once(Supplier<Outcome> call) {
        return begun.join().make(call).outcome();
    }

    /** The call's journal, once its intent is durable or refused. */
    Journal journal() {
        return begun.join();
    }

    /** Whether the call was made, and what it came to could not be written. */
    boolean unrecorded() {
        RecordedCall call = begun.join();
        return call.refusal().isEmpty() && !call.recorded();
    }

    /** Writes what waits; nothing more is recorded. */
    void finish() {
        opened.join().close().run();
    }

    @Override
    public void close() {
        finish();
    }
}
