package dev.airlock.runtime.audit.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.Details;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.audit.event.AuditTrail;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One call in the log, from its intent to its end; the journal that recovery writes. The order is: {@link #intend}, which
 * {@link AuditedCalls#begin} does at once, then events, then one end. Thread-safe.
 */
public final class RecordedCall implements Journal {
    private final AuditTrail trail;
    private final ArgumentPolicy arguments;
    private final AuditSubject subject;
    private final Redactor secrets;
    private final Map<String, ConnectorIdentity> connectors = new ConcurrentHashMap<>();
    private final Set<AuditId> attempts = ConcurrentHashMap.newKeySet();
    private Optional<WriteResult> intent = Optional.empty();
    private volatile Optional<WriteResult.Unrecorded> undecided = Optional.empty();
    private volatile boolean recorded;
    private AuditEvent.ActionText action = AuditEvent.ActionText.NONE;

    RecordedCall(AuditTrail trail, ArgumentPolicy arguments, AuditSubject subject, Redactor secrets) {
        this.trail = trail.without(secrets);
        this.arguments = arguments;
        this.subject = subject;
        this.secrets = secrets;
        connectors.put(subject.connector().name(), subject.connector());
    }

    /** Sets the connector of the fallback and returns this call. */
    public RecordedCall fallingBackOn(ConnectorIdentity other) {
        connectors.putIfAbsent(other.name(), other);
        return this;
    }

    /** Sets the action text of the call and returns this call. */
    RecordedCall of(AuditEvent.ActionText text) {
        action = text;
        return this;
    }

    /** Records the intent, unless that was done earlier, for instance in parallel with the load of the connector. */
    @Override
    public synchronized Optional<Failure> intend(ObjectNode args, String key) {
        if (intent.isEmpty()) {
            AuditEvent.CallIntent intended =
                    new AuditEvent.CallIntent(subject, arguments.keep(RedactedJson.of(args, secrets)), key, action);
            intent = Optional.of(trail.intent(intended));
        }
        return refusal();
    }

    /** Returns why the call must not be made, if its intent is not durable. Then it has no end either. */
    public synchronized Optional<Failure> refusal() {
        return intent.orElseThrow(() -> new IllegalStateException("nothing was intended"))
                        instanceof WriteResult.Unrecorded unrecorded
                ? Optional.of(refusal(
                        subject.id(),
                        "The call was not made, because it could not be recorded. " + sentence(unrecorded.why()) + " "
                                + unrecorded.remedy() + ", then call again."))
                : Optional.empty();
    }

    private static String sentence(String why) {
        return why.endsWith(".") ? why : why + ".";
    }

    private static Failure refusal(AuditId id, String message) {
        return Failure.connectorRuntimeError(id, Reason.AUDIT_UNAVAILABLE, message, Details.none());
    }

    /** Records an event of the call. */
    public void note(AuditEvent event) {
        trail.note(event);
    }

    /** Returns the actor, the call and the connector. */
    public AuditSubject subject() {
        return subject;
    }

    /** Returns whether the log has the call's end. If not, its outcome is still true. */
    @Override
    public boolean recorded() {
        return recorded;
    }

    @Override
    public Optional<Failure> refusal(AuditId attempt) {
        return undecided.map(why -> refusal(
                attempt,
                "No further attempt was made, because the decision to make it could not be recorded. "
                        + sentence(why.why()) + " " + why.remedy()
                        + ", then check the service before you repeat the call."));
    }

    @Override
    public void attempted(Target target, Call attempt, Outcome outcome) {
        attempts.add(attempt.auditId());
        AuditSubject about = subject(target.connector(), target.op()).attempt(attempt.auditId());
        ExchangeEvents.of(about, outcome.transcript()).forEach(trail::note);
        Optional<Failure> failure =
                outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
        failure.ifPresent(why -> FailureEvents.of(about, why).forEach(trail::note));
        trail.note(new AuditEvent.Attempt(about, attempt.attempt(), ending(outcome), failure));
    }

    /** Records a decision or an action of recovery. Waits until a decision is durable; otherwise there is no further attempt. */
    @Override
    public void decide(RecoveryEvent event) {
        AuditSubject about =
                subject(event.subject().connector(), event.subject().op());
        if (event instanceof RecoveryEvent.FailureClassified classified) {
            if (trail.decision(RecoveryEvents.decision(about, classified))
                    instanceof WriteResult.Unrecorded unrecorded) {
                undecided = Optional.of(unrecorded);
            }
        } else {
            trail.note(RecoveryEvents.note(about, event));
        }
    }

    private AuditSubject subject(String connector, String op) {
        ConnectorIdentity known = connectors.getOrDefault(connector, ConnectorIdentity.named(connector));
        return new AuditSubject(subject.call(), subject.id(), subject.actor(), known, op);
    }

    /** Makes the call in one attempt, unless it must not be made, and records its end. */
    public AuditedCalls.Audited make(Supplier<Outcome> call) {
        Outcome outcome = refusal().<Outcome>map(Outcome.Failed::notMade).orElseGet(call);
        end(outcome);
        return new AuditedCalls.Audited(outcome, recorded);
    }

    /** Makes a call that consists of recorded calls, such as an action, unless it must not be made, and records its end. */
    public AuditedCalls.Audited makeOfCalls(Supplier<Outcome> parts) {
        Outcome outcome = refusal().<Outcome>map(Outcome.Failed::notMade).orElseGet(parts);
        end(outcome, OutcomeRemarks.of(outcome), false);
        return new AuditedCalls.Audited(outcome, recorded);
    }

    @Override
    public void abandon(Failure why) {
        notMade(Optional.of(why));
    }

    /** Records that nothing was done, because the caller made a mistake. */
    public void abandon() {
        notMade(Optional.empty());
    }

    private void notMade(Optional<Failure> why) {
        if (refusal().isEmpty()) {
            trail.note(new AuditEvent.CallOutcome(subject, AuditEvent.Ending.NOT_MADE, RedactedJson.empty(), why));
        }
    }

    /** Records the end of a call, with the exchanges in its outcome unless its attempts recorded them. */
    public void end(Outcome outcome) {
        if (attempts.isEmpty()) {
            ExchangeEvents.of(subject, outcome.transcript()).forEach(trail::note);
        }
        end(outcome, OutcomeRemarks.of(outcome), false);
    }

    @Override
    public void end(Result result) {
        end(result.outcome(), OutcomeRemarks.of(result), result.recorded().isPresent());
    }

    private void end(Outcome outcome, ObjectNode remarks, boolean earlier) {
        if (refusal().isPresent()) {
            return;
        }
        AuditSubject about = subject;
        Optional<Failure> failure = Optional.empty();
        if (outcome instanceof Outcome.Failed failed) {
            failure = Optional.of(failed.failure());
            about = earlier ? subject : subject.attempt(failed.failure().auditId());
            if (!earlier && !attempts.contains(failed.failure().auditId())) {
                FailureEvents.of(about, failed.failure()).forEach(trail::note);
            }
        } else if (outcome instanceof Outcome.Cancelled) {
            trail.note(new AuditEvent.Cancellation(subject));
        }
        recorded = trail.outcome(new AuditEvent.CallOutcome(
                        about, ending(outcome), UsageJson.of(outcome.usage()), failure, remarks))
                instanceof WriteResult.Recorded;
    }

    private static AuditEvent.Ending ending(Outcome outcome) {
        return outcome.match(
                succeeded -> succeeded.errors().isEmpty() ? AuditEvent.Ending.SUCCEEDED : AuditEvent.Ending.PARTIAL,
                failed -> AuditEvent.Ending.FAILED,
                cancelled -> AuditEvent.Ending.CANCELLED);
    }
}
