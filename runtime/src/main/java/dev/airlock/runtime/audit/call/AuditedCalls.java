package dev.airlock.runtime.audit.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.audit.event.AuditTrail;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;
import java.util.function.Function;

/**
 * Records calls: the intent before anything is done, then attempts, exchanges, bindings, denials, limits, decisions and cancellations, and
 * finally the outcome. Refuses a call whose intent cannot be written. Thread-safe.
 */
public final class AuditedCalls {
    private final AuditTrail trail;
    private final ArgumentPolicy arguments;

    /** @param arguments how much of the arguments is recorded */
    public AuditedCalls(AuditTrail trail, ArgumentPolicy arguments) {
        this.trail = trail;
        this.arguments = arguments;
    }

    /**
     * An outcome, and whether the log has it.
     *
     * @param outcome the outcome, in any case
     * @param recorded false if the outcome could not be written; the intent was
     */
    public record Audited(Outcome outcome, boolean recorded) {}

    /**
     * Records that a call is about to be made. The caller has to end it.
     *
     * @param subject the actor, the call and the connector
     * @param args the call's arguments
     * @param key the call's idempotency key
     */
    public RecordedCall begin(AuditSubject subject, ObjectNode args, String key) {
        return begin(subject, args, key, Redactor.ofNothing());
    }

    /**
     * Records that a call is about to be made, without its secrets.
     *
     * @param secrets the redactor for records of the call
     */
    public RecordedCall begin(AuditSubject subject, ObjectNode args, String key, Redactor secrets) {
        RecordedCall call = journal(subject, secrets);
        Optional<Failure> unused = call.intend(args, key);
        return call;
    }

    /** Records that an action with a certain text is about to be run. */
    public RecordedCall begin(AuditSubject subject, ObjectNode args, String key, AuditEvent.ActionText action) {
        RecordedCall call = journal(subject, Redactor.ofNothing());
        Optional<Failure> unused = call.of(action).intend(args, key);
        return call;
    }

    /**
     * Returns the journal of one call that recovery makes. Records nothing yet.
     *
     * @param subject the actor, the call and the connector
     * @param secrets the redactor for records of the call
     */
    public RecordedCall journal(AuditSubject subject, Redactor secrets) {
        return new RecordedCall(trail, arguments, subject, secrets);
    }

    /**
     * Makes a call in one attempt.
     *
     * @param subject the actor, the call and the connector
     * @param call the call; its arguments and key are recorded
     * @param target makes the call
     */
    public Audited make(AuditSubject subject, Call call, Function<Call, Outcome> target) {
        return begin(subject, call.args(), call.idempotencyKey()).make(() -> target.apply(call));
    }

    /**
     * Records a connector that could not be loaded, so that the failure's audit id leads to the reason.
     *
     * @param actor the actor on whose behalf it was loaded
     * @return whether the record is durable
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
                instanceof WriteResult.Recorded;
    }
}
