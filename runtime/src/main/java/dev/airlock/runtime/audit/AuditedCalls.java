package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.runtime.recovery.RecoveryListener;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.StepDeclaration;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Calls that are recorded: the intent before anything is done, then attempts, exchanges, bindings, denials, limits, decisions and
 * cancellations, and the outcome itself. A call whose intent cannot be written is refused. Thread-safe.
 */
public final class AuditedCalls {
    private final AuditTrail trail;
    private final ArgumentPolicy arguments;
    private final Map<AuditId, RecordedCall> open = new ConcurrentHashMap<>();

    /** @param arguments how much of the arguments is recorded */
    public AuditedCalls(AuditTrail trail, ArgumentPolicy arguments) {
        this.trail = trail;
        this.arguments = arguments;
    }

    /**
     * An outcome, and whether the log has it.
     *
     * @param outcome what the call came to, in any case
     * @param recorded false if the outcome could not be written; the intent was
     */
    public record Audited(Outcome outcome, boolean recorded) {}

    /**
     * A result, and whether the log has it.
     *
     * @param result what the call came to, in any case
     * @param recorded false if the result could not be written; the intent was
     */
    public record Recovered(Result result, boolean recorded) {}

    /**
     * Who makes a call.
     *
     * @param actor on whose behalf, in the embedder's words
     * @param secrets takes out what no record of the call may hold
     */
    public record Caller(String actor, Redactor secrets) {}

    /**
     * Records that a call is about to be made. Whoever begins it has to end it.
     *
     * @param subject who calls what
     * @param args the call's arguments
     * @param key the idempotency key under which it goes
     */
    public RecordedCall begin(AuditSubject subject, ObjectNode args, String key) {
        RecordedCall call = new RecordedCall(
                trail,
                new AuditEvent.CallIntent(subject, arguments.keep(args), key),
                () -> open.remove(subject.call()));
        open.put(subject.call(), call);
        return call;
    }

    /**
     * Makes a call, in one attempt.
     *
     * @param subject who calls what
     * @param call the call; its arguments and key are recorded
     * @param target makes the call
     */
    public Audited make(AuditSubject subject, Call call, Function<Call, Outcome> target) {
        return begin(subject, call.args(), call.idempotencyKey()).make(() -> target.apply(call));
    }

    /**
     * Makes a call that is recovered. Recovery has to tell its events to {@link #listener}.
     *
     * @param caller who makes it
     * @param call the call; its arguments and key are recorded
     * @param identities which connector a target belongs to: that of the call, or of its fallback
     * @param recoveries makes the call
     */
    public Recovered recover(
            Caller caller,
            RecoveryCall call,
            Function<Target, ConnectorIdentity> identities,
            Function<RecoveryCall, Result> recoveries) {
        RecoveryCall named = call.named();
        AuditId id = named.identity().auditId().orElseThrow();
        AuditSubject subject = new AuditSubject(
                        id,
                        caller.actor(),
                        identities.apply(call.target()),
                        call.target().op())
                .redactedBy(caller.secrets());
        RecoveryCall.Identity names = named.identity();
        RecordedCall recorded = begin(
                subject,
                RedactedJson.of(call.args(), caller.secrets()),
                caller.secrets().redact(names.key().or(names::drawn).orElseThrow()));
        return recorded.recover(() -> recoveries.apply(watched(named, recorded, identities)));
    }

    /** The call with targets whose attempts are recorded. */
    private static RecoveryCall watched(
            RecoveryCall call, RecordedCall recorded, Function<Target, ConnectorIdentity> identities) {
        StepDeclaration step = call.step();
        StepDeclaration watched = step.fallback()
                .map(other ->
                        step.orElse(recorded.watch(other.target(), identities.apply(other.target())), other.args()))
                .orElse(step);
        return call.to(recorded.watch(call.target(), identities.apply(call.target())))
                .with(watched);
    }

    /**
     * Records a connector that could not be loaded, so that the failure's audit id finds why.
     *
     * @param actor on whose behalf
     * @return whether it is durable
     */
    public boolean notLoaded(String actor, ConnectorIdentity connector, Failure failure) {
        AuditSubject subject = new AuditSubject(failure.auditId(), actor, connector, "");
        FailureEvents.of(subject, failure).forEach(trail::note);
        return trail.outcome(new AuditEvent.CallOutcome(
                        subject,
                        AuditEvent.Ending.FAILED,
                        RedactedJson.empty(),
                        Optional.of(failure),
                        OutcomeRemarks.none()))
                instanceof Written.Recorded;
    }

    /** Records what recovery decides and does: the listener for {@link dev.airlock.runtime.recovery.Recoveries}. */
    public RecoveryListener listener() {
        return this::on;
    }

    private void on(RecoveryEvent event) {
        RecoveryEvent.Subject subject = event.subject();
        RecordedCall call = open.get(subject.auditId());
        if (call != null) {
            call.on(event);
            return;
        }
        AuditSubject unknown =
                new AuditSubject(subject.auditId(), "", ConnectorIdentity.named(subject.connector()), subject.op());
        trail.note(
                event instanceof RecoveryEvent.FailureClassified classified
                        ? RecoveryEvents.decision(unknown, classified)
                        : RecoveryEvents.note(unknown, event));
    }
}
