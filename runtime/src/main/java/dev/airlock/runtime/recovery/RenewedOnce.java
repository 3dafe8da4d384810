package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.Declared;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.RecoveryEvent.Subject;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.SeenRequests;
import dev.airlock.sandbox.call.CallEvidence;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A call without recovery, but for one thing: if the service does not accept its credential (401) and that can be renewed without a
 * person, it is renewed, and the call made once more within the same wall time. Not if something else that the call sent may have
 * taken effect. With recovery, the {@link RecoveryEngine} does the same.
 *
 * <pre>{@code
 * Outcome outcome = new RenewedOnce(Time.ofTheMachine(), AuditId::random, bindings.refresh()).run(target, call, journal);
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class RenewedOnce {
    private static final long UNAUTHORIZED = 401;

    private final Time time;
    private final Supplier<AuditId> auditIds;
    private final CredentialRefresh credentials;

    /**
     * @param auditIds an audit id for the second attempt
     * @param credentials renews bindings
     */
    public RenewedOnce(Time time, Supplier<AuditId> auditIds, CredentialRefresh credentials) {
        this.time = time;
        this.auditIds = auditIds;
        this.credentials = credentials;
    }

    /**
     * Makes the call. A failure of a second attempt tells of the first one in its details.
     *
     * @param journal records attempts and decisions
     */
    public Outcome run(Target target, Call call, Journal journal) {
        Instant start = time.now();
        Budget budget = new Budget(time, start, wallTime(target, call), Optional.empty());
        Outcome first = RecordedAttempt.make(target, call, journal);
        Optional<String> binding =
                first instanceof Outcome.Failed failed ? refusedBinding(target, call, failed) : Optional.empty();
        if (binding.isEmpty() || !credentials.canRefresh(binding.get())) {
            return first;
        }
        Subject subject = new Subject(call.auditId(), target.connector(), target.op());
        Failure refused = ((Outcome.Failed) first).failure();
        journal.decide(
                new RecoveryEvent.FailureClassified(subject, call.attempt(), refused, Verdict.CREDENTIAL_REJECTED));
        Recovery renewal = Playbook.row(Verdict.CREDENTIAL_REJECTED).recovery();
        journal.decide(new RecoveryEvent.RecoveryChosen(subject, renewal, binding.get()));
        CredentialRefresh.Result result = renewed(binding.get(), start, budget, call);
        if (!(result instanceof CredentialRefresh.Result.Fresh)) {
            return notRenewed((Outcome.Failed) first, result, subject, journal);
        }
        return budget.fits(Duration.ZERO)
                ? again(target, call, (Outcome.Failed) first, budget, journal)
                : tooLate((Outcome.Failed) first, budget, subject, journal);
    }

    private static Duration wallTime(Target target, Call call) {
        Duration limit = target.wallTime();
        Duration own = call.wallMillis().isPresent()
                ? Duration.ofMillis(call.wallMillis().getAsLong())
                : limit;
        return own.compareTo(limit) < 0 ? own : limit;
    }

    /** The binding that the service refused, if that is what happened and the call may be made again. */
    private static Optional<String> refusedBinding(Target target, Call call, Outcome.Failed failed) {
        Failure failure = failed.failure();
        Declared declared = Declared.of(target.manifest(), target.op(), Optional.empty());
        CallEvidence evidence = SeenRequests.of(failed);
        Verdict verdict =
                Playbook.verdict(failure, evidence, declared, CallSource.FOREGROUND, RetryPreset.NONE.policy());
        return verdict == Verdict.CREDENTIAL_REJECTED
                        && failure.cause() instanceof Cause.Answered answered
                        && answered.status() == UNAUTHORIZED
                        && Playbook.mayBeRepeated(evidence, declared)
                        && !call.cancellation().requested()
                ? answered.binding()
                : Optional.empty();
    }

    /** Of a credential that the provider does not renew any more, the first failure says enough. */
    private static Outcome notRenewed(
            Outcome.Failed first, CredentialRefresh.Result result, Subject subject, Journal journal) {
        if (!(result instanceof CredentialRefresh.Result.Failed failed)) {
            journal.decide(new RecoveryEvent.GaveUp(subject, "The credential could not be renewed."));
            return first;
        }
        journal.decide(new RecoveryEvent.GaveUp(subject, "The credential could not be renewed: " + failed.why() + "."));
        Failure failure = RenewalFailure.of(first.failure(), subject.connector(), failed);
        return new Outcome.Failed(failure, first.usage(), first.transcript());
    }

    private CredentialRefresh.Result renewed(String binding, Instant start, Budget budget, Call call) {
        try {
            return credentials.refresh(binding, start, budget.left(), call.cancellation());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CredentialRefresh.Result.Failed("it was interrupted");
        }
    }

    private Outcome again(Target target, Call call, Outcome.Failed first, Budget budget, Journal journal) {
        Declared declared = Declared.of(target.manifest(), target.op(), Optional.empty());
        Attempts attempts = new Attempts(declared, call.idempotencyKey());
        attempts.add(call.auditId(), first);
        int number = call.attempt() + 1;
        AuditId id = auditIds.get();
        Subject subject = new Subject(call.auditId(), target.connector(), target.op());
        journal.decide(new RecoveryEvent.RetryStarted(subject, number, id));
        Call attempt = new Call(
                call.op(),
                call.args(),
                call.idempotencyKey(),
                number,
                id,
                call.cancellation(),
                OptionalLong.of(budget.attemptMillis()));
        Outcome second = RecordedAttempt.make(target, attempt, journal);
        attempts.add(id, second);
        return whole(second, attempts);
    }

    private static Outcome whole(Outcome last, Attempts attempts) {
        if (last instanceof Outcome.Failed failed) {
            return new Outcome.Failed(attempts.ofWholeCall(failed.failure()), attempts.usage(), failed.transcript());
        }
        return last instanceof Outcome.Succeeded succeeded
                ? new Outcome.Succeeded(
                        succeeded.output(), succeeded.errors(), attempts.usage(), succeeded.transcript())
                : new Outcome.Cancelled(attempts.sideEffects(), attempts.usage(), last.transcript());
    }

    private static Outcome tooLate(Outcome.Failed first, Budget budget, Subject subject, Journal journal) {
        String why = "The credential was renewed, and the call has " + Amounts.seconds(budget.left())
                + " left, too little for another attempt. Call again.";
        journal.decide(new RecoveryEvent.GaveUp(subject, why));
        return new Outcome.Failed(first.failure().withDetail("not_retried", why), first.usage(), first.transcript());
    }
}
