package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.RecoveryHandler.Incident;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecordedAttempt;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryEvent.Subject;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.RetryAfter;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.runtime.recovery.result.Attempts;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Carries out the {@link Playbook}: attempt, verdict, recovery, until there is a result. Records every decision in the call's
 * {@link Journal} before carrying it out.
 *
 * <p>A failure stays the one that its boundary made. Recovery adds the attempts to its details. Where a repetition would not be safe, it
 * says so in one sentence and makes the failure not retriable.
 *
 * <p>Thread-safe; a call is recovered on its caller's thread.
 */
public final class RecoveryEngine {
    private static final long UNAUTHORIZED = 401;

    private final Time time;
    private final RandomSource randomSource;
    private final RecoveryHandler handler;

    /** Creates an engine. */
    public RecoveryEngine(Time time, RandomSource randomSource, RecoveryHandler handler) {
        this.time = time;
        this.randomSource = randomSource;
        this.handler = handler;
    }

    /** Makes the call and recovers from its failures. Never throws because of a guest or the outside world. */
    public Result run(RecoveryCall call, Journal journal) {
        return run(call, CallBudget.of(time, call), journal);
    }

    /**
     * Makes a call that began earlier.
     *
     * @param start when its wall time began
     */
    Result run(RecoveryCall call, Instant start, Journal journal) {
        return run(call, CallBudget.of(time, start, call), journal);
    }

    private Result run(RecoveryCall call, CallBudget budget, Journal journal) {
        String key = call.identity().key().or(call.identity()::drawn).orElseGet(randomSource::key);
        return run(call, key, budget, Optional.empty(), journal);
    }

    /** @param instead the call that this one replaces, if it is a fallback */
    private Result run(RecoveryCall call, String key, CallBudget budget, Optional<AuditId> instead, Journal journal) {
        Run course = new Run(call, key, budget, instead, journal);
        while (true) {
            Optional<Result> result = course.goOn();
            if (result.isPresent()) {
                return result.get();
            }
        }
    }

    /** The sequence of events of one call. */
    private final class Run {
        private final RecoveryCall call;
        private final String key;
        private final Journal journal;
        private final AuditId firstAttempt;
        private final Subject subject;
        private final CallBudget budget;
        private final Pauses pauses;
        private final Attempts attempts;
        private final Set<Recovery.Subject> renewed = EnumSet.noneOf(Recovery.Subject.class);
        private RecoveryCall current;
        private Instant attemptStarted;
        private Optional<CredentialRefresh.Result.Failed> renewalFailed = Optional.empty();
        private long attemptMillis;
        private Optional<FailedAttempt> earlier = Optional.empty();
        private SideEffects elsewhere = SideEffects.NONE;

        Run(RecoveryCall call, String key, CallBudget budget, Optional<AuditId> instead, Journal journal) {
            this.call = call;
            this.current = call;
            this.key = key;
            this.journal = journal;
            this.attempts = new Attempts(call.declared(), key);
            this.attemptStarted = time.now();
            this.firstAttempt = call.identity().auditId().orElseGet(this::auditId);
            this.subject = new Subject(
                    instead.orElse(firstAttempt),
                    call.target().connector(),
                    call.target().op());
            this.budget = budget;
            this.pauses = new Pauses(
                    time,
                    call.cancellation(),
                    call.policy().unattended(),
                    rest -> journal.decide(new RecoveryEvent.Heartbeat(subject, rest)));
        }

        /** Makes one more attempt and handles its outcome. Returns a result, or empty if another attempt is due. */
        Optional<Result> goOn() {
            return attempt()
                    .match(
                            succeeded -> Optional.of(succeeded(succeeded, Optional.empty())),
                            this::failed,
                            cancelled -> Optional.of(cancelled(cancelled.transcript())));
        }

        private Optional<Result> failed(Outcome.Failed failed) {
            Verdict verdict = Playbook.verdict(
                    failed.failure(), attempts.evidence(), call.declared(), call.source(), call.policy());
            FailedAttempt trouble = new FailedAttempt(failed, verdict);
            return call.isRecovered() ? recovered(trouble) : renewedOnce(trouble);
        }

        /** Handles a failure without recovery: renews a credential that the service rejected, once. */
        private Optional<Result> renewedOnce(FailedAttempt trouble) {
            if (!isToBeRenewed(trouble)) {
                return Optional.of(failed(trouble, Ending.SURFACED));
            }
            classified(trouble);
            renewed.add(Recovery.Subject.CREDENTIAL);
            chosen(Playbook.row(trouble.verdict()).recovery(), binding(trouble.failure()));
            if (isWithdrawn() || credentialRenewed(trouble)) {
                return ifThereIsTime(trouble, renewal(Recovery.Subject.CREDENTIAL));
            }
            couldNotRenew(Recovery.Subject.CREDENTIAL.wireName());
            return Optional.of(failed(notRenewed(trouble), Ending.SURFACED));
        }

        /** Returns whether the service rejected a credential that can be renewed, and the call may be made again. */
        private boolean isToBeRenewed(FailedAttempt trouble) {
            return trouble.verdict() == Verdict.CREDENTIAL_REJECTED
                    && trouble.failure().cause() instanceof Cause.Answered answered
                    && answered.status() == UNAUTHORIZED
                    && renewed.isEmpty()
                    && Playbook.mayBeRepeated(attempts.evidence(), call.declared())
                    && !call.cancellation().requested()
                    && handler.canRefreshCredential(incident(trouble));
        }

        private static String binding(Failure failure) {
            return failure.cause() instanceof Cause.Answered answered
                    ? answered.binding().orElse("")
                    : "";
        }

        private void classified(FailedAttempt trouble) {
            journal.decide(new RecoveryEvent.FailureClassified(
                    subject, attempts.latest(), trouble.failure(), trouble.verdict()));
        }

        private Optional<Result> recovered(FailedAttempt trouble) {
            classified(trouble);
            if (isCutByTheBudget(trouble.failure())) {
                return cut(trouble);
            }
            earlier = Optional.of(trouble);
            Playbook.Row row = Playbook.row(trouble.verdict());
            if (!row.because().isEmpty()) {
                suppressed("retry", row.because());
            }
            return recover(trouble, row.recovery());
        }

        /** Returns whether the attempt ran out of the time that earlier attempts had left, which was less than the limit. */
        private boolean isCutByTheBudget(Failure failure) {
            return failure.cause() instanceof Cause.LimitReached reached
                    && reached.limit() == LimitName.WALL_TIME
                    && attemptMillis < call.target().wallTime().toMillis();
        }

        /** Ends a call whose time ran out during an attempt. If an earlier failure led to that attempt, that failure is the result. */
        private Optional<Result> cut(FailedAttempt trouble) {
            if (earlier.isEmpty()) {
                return Optional.of(fallBack(trouble.with(outOfTime(trouble.failure())), Ending.SURFACED));
            }
            String why = "The call's time ended during attempt " + attempts.latest() + ".";
            Failure before = earlier.get().failure().withDetail("not_retried", why);
            return gaveUp(earlier.get().with(before), why);
        }

        /** Returns the failure of a call whose time ran out before any attempt failed for another reason, with the attempt's waits. */
        private Failure outOfTime(Failure cut) {
            BeforeLimit before =
                    cut.cause() instanceof Cause.LimitReached reached ? reached.before() : BeforeLimit.NOTHING;
            return TimeUp.of(call, cut.auditId(), budget.usedMillis(), before);
        }

        private Outcome attempt() {
            attemptStarted = time.now();
            int number = attempts.next();
            attemptMillis = budget.attemptMillis(number);
            AuditId id = number == 1 ? firstAttempt : auditId();
            if (number > 1) {
                journal.decide(new RecoveryEvent.RetryStarted(subject, number, id));
            }
            Call attempt = sandboxCall(number, id);
            Outcome outcome = call.target()
                    .certainFailure(id)
                    .map(certain -> notMade(attempt, certain))
                    .orElseGet(() -> RecordedAttempt.make(call.target(), attempt, journal));
            attempts.add(id, outcome);
            return outcome;
        }

        private Outcome notMade(Call attempt, Failure certain) {
            journal.attempted(call.target(), attempt, Outcome.Failed.notMade(certain));
            return Outcome.Failed.notMade(certain.withSideEffects(SideEffects.none(key)));
        }

        private Call sandboxCall(int number, AuditId id) {
            return new Call(
                    call.target().op(),
                    current.args(),
                    key,
                    number,
                    id,
                    call.cancellation(),
                    OptionalLong.of(attemptMillis),
                    request -> call.sendings().before(number, request));
        }

        private Optional<Result> recover(FailedAttempt trouble, Recovery recovery) {
            if (recovery instanceof Recovery.Retry retry) {
                return retry(trouble, retry.pause());
            }
            if (recovery instanceof Recovery.RefreshThenRetry refresh) {
                if (refresh(trouble, refresh)) {
                    return ifThereIsTime(trouble, renewal(refresh.subject()));
                }
                return call.cancellation().requested()
                        ? Optional.of(cancelled(trouble.outcome().transcript()))
                        : recover(notRenewed(trouble), refresh.otherwise());
            }
            if (recovery instanceof Recovery.Reconcile) {
                chosen(recovery, "");
                boolean unused = askHandler("reconciliation", false, () -> {
                    handler.reconcile(incident(trouble));
                    return true;
                });
                return Optional.of(fallBack(trouble.because(), new Ending(recovery, true, Optional.empty())));
            }
            if (recovery instanceof Recovery.Escalate escalate) {
                chosen(recovery, escalate.queue().wireName());
                Optional<String> review = escalated(escalate.queue(), trouble);
                return Optional.of(fallBack(trouble, new Ending(recovery, false, review)));
            }
            return Optional.of(fallBack(trouble.because(), new Ending(recovery, false, Optional.empty())));
        }

        /** Returns the review's id; empty if the failure cannot be put before a person. The caller gets the failure in any case. */
        private Optional<String> escalated(Recovery.Queue queue, FailedAttempt trouble) {
            return askHandler("review", Optional.empty(), () -> handler.escalate(queue, incident(trouble)));
        }

        /** Asks the handler, which is foreign code. Its failure is not the call's fault, and must not hide the call's outcome. */
        private <T> T askHandler(String what, T nothing, Supplier<T> ask) {
            try {
                return ask.get();
            } catch (StoreUnavailableException e) {
                suppressed(what, "The store cannot be written, so no review was created.");
                return nothing;
            } catch (RuntimeException e) {
                suppressed(
                        what, "The approver failed (" + e.getClass().getSimpleName() + "), which counts as a refusal.");
                return nothing;
            }
        }

        private Optional<Result> retry(FailedAttempt trouble, Recovery.Pause rule) {
            int retries = attempts.retries();
            if (!call.policy().allowsAnother(retries)) {
                return gaveUp(
                        trouble,
                        retries == 0
                                ? "The policy allows no retries."
                                : "The policy allows "
                                        + (retries == 1 ? "one retry, and it is" : retries + " retries, and they are")
                                        + " used up.");
            }
            Optional<Duration> asked =
                    rule == Recovery.Pause.SERVICE_ELSE_POLICY ? pauseOf(trouble.failure()) : Optional.empty();
            Duration pause = asked.orElseGet(() -> call.policy().pause(retries + 1, randomSource.fraction()));
            if (!budget.fits(pause)) {
                String why = (asked.isPresent() ? "The service asks to wait " : "The next attempt is due in ")
                        + DurationText.seconds(pause) + ", and the call has " + DurationText.seconds(budget.left())
                        + " left.";
                return gaveUp(trouble.with(trouble.failure().withDetail("not_retried", why)), why);
            }
            journal.decide(new RecoveryEvent.RetryScheduled(subject, attempts.next(), pause, asked.isPresent()));
            attempts.waited(pause);
            return pauses.pause(pause)
                    ? ifThereIsTime(trouble, "The pause is over")
                    : Optional.of(cancelled(trouble.outcome().transcript()));
        }

        /** Returns empty, so that another attempt is made; ends the call if the steps before have used up the time. */
        private Optional<Result> ifThereIsTime(FailedAttempt trouble, String after) {
            if (call.cancellation().requested() || budget.fits(Duration.ZERO)) {
                return Optional.empty();
            }
            String why = after + ", and the call has " + DurationText.seconds(budget.left())
                    + " left, too little for another attempt. Call again.";
            return gaveUp(trouble.with(trouble.failure().withDetail("not_retried", why)), why);
        }

        /**
         * Returns the pause that the service names. A time that has already come is no pause, so that the service is never asked again at
         * once.
         */
        private Optional<Duration> pauseOf(Failure failure) {
            return askHandler(failure).filter(wait -> !wait.isZero());
        }

        /** Returns how long the service, or its circuit, asks to be left alone. */
        private Optional<Duration> askHandler(Failure failure) {
            if (failure.cause() instanceof Cause.CircuitOpen open) {
                Duration wait = Duration.between(time.now(), open.retryAt());
                return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
            }
            return failure.cause() instanceof Cause.Answered answered
                            && !answered.retryAfter().isEmpty()
                    ? RetryAfter.parse(answered.retryAfter(), time.now())
                    : Optional.empty();
        }

        private Optional<Result> gaveUp(FailedAttempt trouble, String why) {
            journal.decide(new RecoveryEvent.GaveUp(subject, why));
            return Optional.of(fallBack(trouble, Ending.SURFACED));
        }

        private AuditId auditId() {
            return randomSource.auditId(time.now());
        }

        /** Renews a credential, a binding or a precondition of the call, each once. Returns whether another attempt is useful. */
        private boolean refresh(FailedAttempt trouble, Recovery.RefreshThenRetry refresh) {
            String what = refresh.subject().wireName();
            if (renewed.contains(refresh.subject())) {
                suppressed("refresh of the " + what, "It was already renewed in this call.");
                return false;
            }
            if (!Playbook.mayBeRepeated(attempts.evidence(), call.declared())) {
                suppressed("refresh of the " + what, "The call must not be repeated, since it may have taken effect.");
                return false;
            }
            if (refresh.subject() == Recovery.Subject.PRECONDITION
                    && call.step().refresh().isEmpty()) {
                return false;
            }
            renewed.add(refresh.subject());
            chosen(refresh, what);
            boolean works = isWithdrawn() || renew(trouble, refresh.subject());
            if (!works) {
                couldNotRenew(what);
            }
            return works;
        }

        /** Returns whether the connector was withdrawn. The next attempt then says why, and nothing is renewed for it. */
        private boolean isWithdrawn() {
            return call.target().withdrawal(firstAttempt).isPresent();
        }

        /** Returns the step before the next attempt, for a message. */
        private String renewal(Recovery.Subject what) {
            return isWithdrawn() ? "The connector was withdrawn" : "The " + what.wireName() + " was renewed";
        }

        private void couldNotRenew(String what) {
            String why = renewalFailed.map(failed -> ": " + failed.why()).orElse("");
            journal.decide(new RecoveryEvent.GaveUp(subject, "The " + what + " could not be renewed" + why + "."));
        }

        /**
         * Returns the failure after a failed renewal. A renewal that could not be requested, or got no answer, does not condemn the
         * credential.
         */
        private FailedAttempt notRenewed(FailedAttempt trouble) {
            return renewalFailed
                    .filter(unused -> trouble.failure().failureClass() == FailureClass.EXTERNAL_API_ERROR)
                    .map(failed -> trouble.with(RenewalFailure.of(trouble.failure(), subject.connector(), failed)))
                    .orElse(trouble);
        }

        private boolean credentialRenewed(FailedAttempt trouble) {
            CredentialRefresh.Result result = askHandler(
                    "renewal",
                    new CredentialRefresh.Result.Refused(),
                    () -> handler.refreshCredential(incident(trouble)));
            renewalFailed =
                    result instanceof CredentialRefresh.Result.Failed failed ? Optional.of(failed) : Optional.empty();
            return result instanceof CredentialRefresh.Result.Fresh;
        }

        private boolean renew(FailedAttempt trouble, Recovery.Subject what) {
            return switch (what) {
                case CREDENTIAL -> credentialRenewed(trouble);
                case BINDING -> askHandler("question", false, () -> handler.askUser(incident(trouble)));
                case PRECONDITION ->
                    call.step()
                            .refresh()
                            .flatMap(Supplier::get)
                            .map(args -> {
                                current = current.withArgs(args);
                                return true;
                            })
                            .orElse(false);
            };
        }

        /** Ends the call after nothing helped: by the fallbacks that the action declares, or else with the failure. */
        private Result fallBack(FailedAttempt trouble, Ending ending) {
            Optional<StepDeclaration.Fallback> declared = call.step().fallback();
            boolean isInTime = budget.fits(Duration.ZERO);
            Recovery fallback = Playbook.fallback(
                    trouble.verdict(),
                    attempts.evidence(),
                    declared.isPresent() && isInTime,
                    call.step().optional());
            if (declared.isPresent() && fallback instanceof Recovery.Fallback) {
                return fallback(trouble, ending, declared.get());
            }
            declared.ifPresent(unused -> suppressed(
                    "fallback",
                    isInTime
                            ? "The failed call may have taken effect, or another connector must not be used instead."
                            : "The call's time is used up."));
            return fallback instanceof Recovery.Degrade ? degraded(trouble, ending.review()) : failed(trouble, ending);
        }

        private Result fallback(FailedAttempt trouble, Ending ending, StepDeclaration.Fallback declared) {
            chosen(
                    new Recovery.Fallback(),
                    declared.target().connector() + " " + declared.target().op());
            RecoveryCall second = RecoveryCall.of(declared.target(), declared.args())
                    .from(call.source())
                    .with(call.policy())
                    .endedBy(call.cancellation())
                    .keeping(call.sendings().elsewhere());
            CallBudget rest =
                    budget.within(declared.target().wallTime(), call.policy().unattended());
            Result result = RecoveryEngine.this.run(second, key, rest, Optional.of(subject.auditId()), journal);
            Failure first = attempts.ofWholeCall(trouble.failure());
            attempts.addFallback(result.attempts());
            elsewhere = result.sideEffects();
            Result.Substitute substitute = new Result.Substitute(
                    declared.target().connector(), declared.target().op(), first);
            return result.match(
                    succeeded -> succeeded(succeeded.outcome(), Optional.of(substitute)),
                    degraded -> {
                        throw new IllegalStateException("a fallback is not optional");
                    },
                    failed -> failedToo(trouble, ending, failed),
                    cancelled -> cancelled(cancelled.outcome().transcript()));
        }

        /** Combines two failures. The first one counts, but it is not retriable if the fallback may have taken effect. */
        private Result failedToo(FailedAttempt trouble, Ending ending, Result.Failed second) {
            Failure told = trouble.failure()
                    .withDetail(
                            "fallback_class", second.failure().failureClass().wireName())
                    .withDetail("fallback_audit_id", second.failure().auditId().value());
            FailedAttempt both = trouble.with(
                    elsewhere.effect() != Effect.NONE
                            ? told.notRetried(
                                    "Its fallback failed too and may have taken effect, so it is not tried again.")
                            : told);
            boolean degrades = Playbook.fallback(
                            trouble.verdict(),
                            attempts.evidence(),
                            false,
                            call.step().optional())
                    instanceof Recovery.Degrade;
            return degrades
                    ? degraded(both, second.review())
                    : failed(both, new Ending(ending.recovery(), second.replan(), second.review()));
        }

        private Result succeeded(Outcome.Succeeded last, Optional<Result.Substitute> fallback) {
            return new Result.Succeeded(
                    new Outcome.Succeeded(last.output(), last.errors(), attempts.usage(), last.transcript()),
                    fallback,
                    Optional.empty(),
                    sideEffects(),
                    attempts.all());
        }

        private Result degraded(FailedAttempt trouble, Optional<String> review) {
            String capability = subject.connector() + " " + subject.op();
            chosen(new Recovery.Degrade(), capability);
            Failure told =
                    review.map(id -> trouble.failure().withDetail("review", id)).orElse(trouble.failure());
            return new Result.Degraded(
                    capability, ofWholeCall(trouble, told), review, Optional.empty(), attempts.all());
        }

        private Result failed(FailedAttempt trouble, Ending ending) {
            Failure told = trouble.failure();
            if (ending.replan()) {
                told = told.withDetail("replan", true);
            }
            if (ending.review().isPresent()) {
                told = told.withDetail("review", ending.review().get());
            }
            return new Result.Failed(
                    ofWholeCall(trouble, told),
                    ending.recovery(),
                    ending.replan(),
                    ending.review(),
                    Optional.empty(),
                    attempts.all());
        }

        private Outcome.Failed ofWholeCall(FailedAttempt trouble, Failure told) {
            Failure whole = attempts.ofWholeCall(told).withSideEffects(sideEffects());
            return trouble.with(whole).using(attempts.usage()).outcome();
        }

        private Result cancelled(Transcript transcript) {
            return new Result.Cancelled(
                    new Outcome.Cancelled(sideEffects(), attempts.usage(), transcript), attempts.all());
        }

        /** Returns the possible side effects of all attempts and the fallback. */
        private SideEffects sideEffects() {
            return attempts.sideEffects().andElsewhere(elsewhere);
        }

        private void chosen(Recovery recovery, String what) {
            journal.decide(new RecoveryEvent.RecoveryChosen(subject, recovery, what));
        }

        private void suppressed(String what, String why) {
            journal.decide(new RecoveryEvent.Suppressed(subject, what, why));
        }

        private Incident incident(FailedAttempt trouble) {
            return new Incident(
                    subject,
                    attempts.ofWholeCall(trouble.failure()),
                    trouble.verdict(),
                    new RecoveryHandler.Frame(attemptStarted, budget.left(), call.cancellation()));
        }
    }

    /**
     * The end of a call that nothing helped.
     *
     * @param recovery the last recovery step
     * @param replan whether the planner should plan again
     * @param review the id of its review
     */
    private record Ending(Recovery recovery, boolean replan, Optional<String> review) {
        static final Ending SURFACED = new Ending(new Recovery.Surface(), false, Optional.empty());
    }
}
