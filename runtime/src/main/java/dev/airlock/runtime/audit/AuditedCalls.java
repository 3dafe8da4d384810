package dev.airlock.runtime.audit;

import dev.airlock.failures.Details;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.runtime.UsageJson;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.util.Optional;
import java.util.function.Function;

/**
 * Calls that are recorded: the intent before anything is done, then what the outcome tells of denials, limits, exchanges and
 * cancellation, and the outcome itself. A call whose intent cannot be written is refused. Thread-safe.
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
     * @param outcome what the call came to, in any case
     * @param recorded false if the outcome could not be written; the intent was
     */
    public record Audited(Outcome outcome, boolean recorded) {}

    /**
     * Makes a call.
     *
     * @param subject who calls what
     * @param call the call; its arguments and key are recorded
     * @param target makes the call
     */
    public Audited make(AuditSubject subject, Call call, Function<Call, Outcome> target) {
        Written intent =
                trail.intent(new AuditEvent.CallIntent(subject, arguments.keep(call.args()), call.idempotencyKey()));
        if (intent instanceof Written.Unrecorded unrecorded) {
            return new Audited(new Outcome.Failed(refusal(call, unrecorded), Usage.none(0), Transcript.EMPTY), false);
        }
        Outcome outcome = target.apply(call);
        noteWhatHappened(subject, outcome);
        return new Audited(outcome, trail.outcome(record(subject, outcome)) instanceof Written.Recorded);
    }

    private static Failure refusal(Call call, Written.Unrecorded unrecorded) {
        return Failure.connectorRuntimeError(
                call.auditId(),
                Reason.AUDIT_UNAVAILABLE,
                "The call was not made, because it could not be recorded. " + unrecorded.why()
                        + " Make the audit log writable, then call again.",
                Details.none());
    }

    private void noteWhatHappened(AuditSubject subject, Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            FailureEvents.of(subject, failed.failure()).forEach(trail::note);
        } else if (outcome instanceof Outcome.Cancelled) {
            trail.note(new AuditEvent.Cancellation(subject));
        }
    }

    private static AuditEvent.CallOutcome record(AuditSubject subject, Outcome outcome) {
        AuditEvent.Ending ending;
        Optional<Failure> failure = Optional.empty();
        if (outcome instanceof Outcome.Succeeded succeeded) {
            ending = succeeded.errors().isEmpty() ? AuditEvent.Ending.SUCCEEDED : AuditEvent.Ending.PARTIAL;
        } else if (outcome instanceof Outcome.Failed failed) {
            ending = AuditEvent.Ending.FAILED;
            failure = Optional.of(failed.failure());
        } else {
            ending = AuditEvent.Ending.CANCELLED;
        }
        return new AuditEvent.CallOutcome(subject, ending, UsageJson.of(outcome.usage()), failure);
    }
}
