package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Details;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A call whose intent was handed to the log, until its end is. Made by {@link AuditedCalls#begin}; the order is: {@link #refusal},
 * then whatever happens, then one of the two ends. Thread-safe.
 */
public final class RecordedCall {
    private final AuditTrail trail;
    private final AuditSubject subject;
    private final Optional<Failure> refusal;
    private final Runnable forget;
    private final Map<String, ConnectorIdentity> connectors = new ConcurrentHashMap<>();
    private final Set<AuditId> attempts = ConcurrentHashMap.newKeySet();
    private volatile Optional<Written.Unrecorded> undecided = Optional.empty();

    RecordedCall(AuditTrail trail, AuditEvent.CallIntent intent, Runnable forget) {
        this.trail = trail;
        this.subject = intent.subject();
        this.forget = forget;
        connectors.put(subject.connector().name(), subject.connector());
        this.refusal = trail.intent(intent) instanceof Written.Unrecorded unrecorded
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

    /** Why the call must not be made: its intent is not durable. Then it has no end either. */
    public Optional<Failure> refusal() {
        return refusal;
    }

    /** Records something that happened during the call. */
    public void note(AuditEvent event) {
        trail.note(event);
    }

    /** Who does what in this call. */
    public AuditSubject subject() {
        return subject;
    }

    /**
     * The same target, each of whose attempts is recorded as one of this call. An attempt that follows from a decision is made only
     * if that decision is durable.
     *
     * @param who which connector it belongs to
     */
    public Target watch(Target target, ConnectorIdentity who) {
        connectors.put(target.connector(), who);
        return new RecordedTarget(target, this);
    }

    /** Why no attempt may be made any more. */
    Optional<Failure> attemptRefusal(AuditId id) {
        return undecided.map(why -> refusal(
                id,
                "No further attempt was made, because the decision to make it could not be recorded. "
                        + sentence(why.why()) + " " + why.remedy()
                        + ", then look at the service before the call is repeated."));
    }

    /** Records an attempt that is over. */
    void attempted(RecoveryEvent.Subject of, AuditId id, int number, Outcome outcome) {
        attempts.add(id);
        AuditSubject attempt = subject(of).attempt(id);
        ExchangeEvents.of(attempt, outcome.transcript()).forEach(trail::note);
        Optional<Failure> failure =
                outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
        failure.ifPresent(why -> FailureEvents.of(attempt, why).forEach(trail::note));
        trail.note(new AuditEvent.Attempt(attempt, number, ending(outcome), failure));
    }

    /** Records an attempt that was not made, since how it would end is known. */
    void certain(RecoveryEvent.Subject of, Outcome.Failed outcome) {
        attempted(of, of.auditId(), attempts.size() + 1, outcome);
    }

    /** Records what recovery decided or did. A decision is waited for until it is durable. */
    void on(RecoveryEvent event) {
        AuditSubject of = subject(event.subject());
        if (event instanceof RecoveryEvent.FailureClassified classified) {
            if (trail.decision(RecoveryEvents.decision(of, classified)) instanceof Written.Unrecorded unrecorded) {
                undecided = Optional.of(unrecorded);
            }
        } else {
            trail.note(RecoveryEvents.note(of, event));
        }
    }

    private AuditSubject subject(RecoveryEvent.Subject of) {
        ConnectorIdentity connector = connectors.getOrDefault(of.connector(), ConnectorIdentity.named(of.connector()));
        return new AuditSubject(subject.call(), subject.id(), subject.actor(), connector, of.op());
    }

    /** Makes the call in one attempt, unless it must not be made, and records its end. */
    public AuditedCalls.Audited make(Supplier<Outcome> call) {
        Outcome outcome = refusal.<Outcome>map(RecordedCall::notMade).orElseGet(call);
        return new AuditedCalls.Audited(outcome, end(outcome));
    }

    /**
     * Makes what consists of calls that are recorded themselves, an action for instance, unless it must not be made, and records its
     * end.
     */
    public AuditedCalls.Audited makeOfCalls(Supplier<Outcome> parts) {
        Outcome outcome = refusal.<Outcome>map(RecordedCall::notMade).orElseGet(parts);
        return new AuditedCalls.Audited(outcome, end(outcome, OutcomeRemarks.of(outcome), false));
    }

    /**
     * Makes the call with recovery, unless it must not be made, and records its end.
     *
     * @throws StoreUnavailableException if recovery cannot use its store; then nothing was done, and the log says so
     */
    public AuditedCalls.Recovered recover(Supplier<Result> call) {
        try {
            Result result = refusal.<Result>map(Result.Failed::notMade).orElseGet(call);
            return new AuditedCalls.Recovered(result, end(result));
        } catch (StoreUnavailableException e) {
            forget.run();
            Failure why = Failure.connectorRuntimeError(
                    subject.id(),
                    Reason.STORE_UNAVAILABLE,
                    "The call was not made. " + StoreUnavailableException.sentences(e.trouble()),
                    Details.none());
            trail.note(new AuditEvent.CallOutcome(
                    subject, AuditEvent.Ending.NOT_MADE, RedactedJson.empty(), Optional.of(why)));
            throw e;
        }
    }

    private static Outcome.Failed notMade(Failure refusal) {
        return new Outcome.Failed(refusal, Usage.none(0), Transcript.EMPTY);
    }

    /**
     * Records the end of a call, and what its outcome tells of exchanges if no attempt was {@linkplain #watch watched}.
     *
     * @return whether it is durable
     */
    public boolean end(Outcome outcome) {
        if (attempts.isEmpty()) {
            ExchangeEvents.of(subject, outcome.transcript()).forEach(trail::note);
        }
        return end(outcome, OutcomeRemarks.of(outcome), false);
    }

    /**
     * Records the end of a call whose attempts were {@linkplain #watch watched}.
     *
     * @return whether it is durable
     */
    public boolean end(Result result) {
        return end(
                result.outcome(), OutcomeRemarks.of(result), result.recorded().isPresent());
    }

    private boolean end(Outcome outcome, ObjectNode remarks, boolean earlier) {
        forget.run();
        if (refusal.isPresent()) {
            return false;
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
        return trail.outcome(new AuditEvent.CallOutcome(
                        about, ending(outcome), UsageJson.of(outcome.usage()), failure, remarks))
                instanceof Written.Recorded;
    }

    private static AuditEvent.Ending ending(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded succeeded) {
            return succeeded.errors().isEmpty() ? AuditEvent.Ending.SUCCEEDED : AuditEvent.Ending.PARTIAL;
        }
        return outcome instanceof Outcome.Failed ? AuditEvent.Ending.FAILED : AuditEvent.Ending.CANCELLED;
    }
}
