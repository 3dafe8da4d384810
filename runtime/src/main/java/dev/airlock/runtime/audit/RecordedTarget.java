package dev.airlock.runtime.audit;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.ForwardingTarget;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.util.Optional;

/**
 * A target whose attempts are recorded.
 *
 * @param target makes them
 * @param call the call that they belong to
 */
record RecordedTarget(Target target, RecordedCall call) implements ForwardingTarget {
    @Override
    public Outcome attempt(Call attempt) {
        Optional<Failure> refusal = call.attemptRefusal(attempt.auditId());
        if (refusal.isPresent()) {
            return failed(refusal.get());
        }
        Outcome outcome = target.attempt(attempt);
        call.attempted(subject(attempt.auditId()), attempt.auditId(), attempt.attempt(), outcome);
        return outcome;
    }

    @Override
    public Optional<Failure> certainFailure(AuditId auditId) {
        Optional<Failure> certain = target.certainFailure(auditId);
        certain.ifPresent(failure -> call.certain(subject(auditId), failed(failure)));
        return certain;
    }

    private RecoveryEvent.Subject subject(AuditId auditId) {
        return new RecoveryEvent.Subject(auditId, target.connector(), target.op());
    }

    private static Outcome.Failed failed(Failure failure) {
        return new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY);
    }
}
