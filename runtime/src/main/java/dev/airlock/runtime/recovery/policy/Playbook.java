package dev.airlock.runtime.recovery.policy;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.manifests.Declared;
import dev.airlock.runtime.recovery.policy.Recovery.Degrade;
import dev.airlock.runtime.recovery.policy.Recovery.Escalate;
import dev.airlock.runtime.recovery.policy.Recovery.Fallback;
import dev.airlock.runtime.recovery.policy.Recovery.Pause;
import dev.airlock.runtime.recovery.policy.Recovery.Queue;
import dev.airlock.runtime.recovery.policy.Recovery.Reconcile;
import dev.airlock.runtime.recovery.policy.Recovery.RefreshThenRetry;
import dev.airlock.runtime.recovery.policy.Recovery.Retry;
import dev.airlock.runtime.recovery.policy.Recovery.Subject;
import dev.airlock.runtime.recovery.policy.Recovery.Surface;
import dev.airlock.sandbox.evidence.CallEvidence;
import java.util.Optional;

/**
 * The whole policy: the verdict on a failure, and the recovery for each verdict. Pure: the same inputs give the same answer.
 *
 * <p>First, the failure alone determines the cause. A retriable cause then passes these gates in order: the service does not forbid a
 * retry, repeating the call is safe, the policy lists the cause, and, if the service is at its capacity, a person waits for the call or the
 * call is unattended. Each gate has its own verdict for what it stops.
 */
public final class Playbook {
    private Playbook() {}

    /**
     * The recovery for a verdict.
     *
     * @param recovery the first step
     * @param ladder the fallbacks that may follow if that does not help, where the action declares them
     * @param because why it is not retried where a retry would be natural, as a sentence; empty otherwise
     * @param narrows whether that makes the failure not retriable; the message then has the sentence too
     */
    public record Row(Recovery recovery, Ladder ladder, String because, boolean narrows) {
        /** Creates a row whose failure needs no further reason. */
        Row(Recovery recovery, Ladder ladder) {
            this(recovery, ladder, "", false);
        }

        /** Creates a row that leaves the failure as it is, and says why it is not retried. */
        Row(Recovery recovery, Ladder ladder, String because) {
            this(recovery, ladder, because, false);
        }
    }

    /** The fallbacks that a verdict allows. */
    public enum Ladder {
        /** None: the failure is the result. */
        NONE,
        /** The action may go on without the step if the step is optional. */
        DEGRADE,
        /** Another connector may be called; after that, the action may go on without an optional step. */
        FALLBACK
    }

    /** Returns the row of a verdict. Every verdict has one. */
    public static Row row(Verdict verdict) {
        return switch (verdict) {
            case UNREACHABLE, CONNECTION_LOST, SERVICE_STALLED -> new Row(new Retry(Pause.POLICY), Ladder.FALLBACK);
            case SERVER_ERROR, OVERLOADED, RATE_LIMITED, REQUEST_TIMED_OUT, LOCKED, TOO_EARLY, CIRCUIT_COOLING ->
                new Row(new Retry(Pause.SERVICE_ELSE_POLICY), Ladder.FALLBACK);

            case CAPACITY_IN_BACKGROUND ->
                new Row(
                        new Surface(),
                        Ladder.FALLBACK,
                        "The service is overloaded and no one waits for this call, so it is not tried again.");
            case RETRY_FORBIDDEN ->
                new Row(
                        new Surface(),
                        Ladder.FALLBACK,
                        "The service asks not to be called again, so it is not tried again.");
            case NOT_IN_POLICY ->
                new Row(
                        new Surface(),
                        Ladder.FALLBACK,
                        "The retry policy does not list this failure, so it is not tried again.");
            case CIRCUIT_OPEN ->
                new Row(new Surface(), Ladder.FALLBACK, "The circuit of the host is open, so it is not tried again.");
            case NOT_IDEMPOTENT ->
                new Row(
                        new Surface(),
                        Ladder.FALLBACK,
                        "The call is declared not idempotent, so it is not tried again.",
                        true);
            case NOT_IDEMPOTENT_ONCE_SENT ->
                new Row(
                        new Surface(),
                        Ladder.DEGRADE,
                        "The call is declared not idempotent and a request was sent, so it is not tried again.",
                        true);
            case REPEAT_UNSAFE ->
                new Row(
                        new Surface(),
                        Ladder.DEGRADE,
                        "A request that may have taken effect went out without the call's idempotency key, so it is not tried"
                                + " again.",
                        true);

            case CREDENTIAL_REJECTED ->
                new Row(new RefreshThenRetry(Subject.CREDENTIAL, new Surface()), Ladder.FALLBACK);
            case BINDING_NEEDED -> new Row(new RefreshThenRetry(Subject.BINDING, new Surface()), Ladder.FALLBACK);
            case PRECONDITION_STALE ->
                new Row(new RefreshThenRetry(Subject.PRECONDITION, new Reconcile()), Ladder.DEGRADE);
            case IDEMPOTENCY_CONFLICT ->
                new Row(
                        new Reconcile(),
                        Ladder.NONE,
                        "The service has seen this call's idempotency key before, so it is not tried again; check the service and"
                                + " make a new plan.",
                        true);
            case POLICY_DENIED -> new Row(new Escalate(Queue.POLICY), Ladder.DEGRADE);
            case SHAPE_MISMATCH -> new Row(new Escalate(Queue.CONNECTOR), Ladder.DEGRADE);

            case NOT_FOUND, REQUEST_REJECTED, UNSUPPORTED, REFUSED_IN_SUBSTANCE, LIMIT_REACHED, CONNECTOR_FAULT ->
                new Row(new Surface(), Ladder.FALLBACK);
            case CONTENT_REFUSED -> new Row(new Surface(), Ladder.DEGRADE);
            case HOST_BUSY ->
                new Row(
                        new Surface(),
                        Ladder.NONE,
                        "Airlock has no memory for it, so it is not tried again within this call.");
            case CALLER_MISTAKE, HOST_UNAVAILABLE, INTEGRITY_VIOLATED, UNKNOWN -> new Row(new Surface(), Ladder.NONE);
        };
    }

    /**
     * Returns the verdict on a failure.
     *
     * @param evidence the evidence of the whole call's requests
     * @param declared the declaration of manifest and action about repeating it
     * @param source whether a person waits for it
     * @param policy its retry policy
     */
    public static Verdict verdict(
            Failure failure, CallEvidence evidence, Declared declared, CallSource source, RetryPolicy policy) {
        Verdict cause = failure.cause().match(new Causes(evidence, failure.retriable()));
        if (cause == Verdict.CIRCUIT_OPEN && policy.unattended().isPresent() && mayBeRepeated(evidence, declared)) {
            return Verdict.CIRCUIT_COOLING;
        }
        if (isStalledRead(failure, evidence) && policy.unattended().isPresent() && mayBeRepeated(evidence, declared)) {
            return Verdict.SERVICE_STALLED;
        }
        if (!cause.mayBeRetried()) {
            return cause;
        }
        if (failure.cause() instanceof Cause.Answered answered && answered.forbidsRetry()) {
            return Verdict.RETRY_FORBIDDEN;
        }
        if (!mayBeRepeated(evidence, declared)) {
            return unsafe(declared);
        }
        if (!policy.classifier().contains(cause)) {
            return Verdict.NOT_IN_POLICY;
        }
        boolean isCapacity = cause == Verdict.OVERLOADED || cause == Verdict.RATE_LIMITED;
        boolean somebodyWaits =
                source == CallSource.FOREGROUND || policy.unattended().isPresent();
        return isCapacity && !somebodyWaits ? Verdict.CAPACITY_IN_BACKGROUND : cause;
    }

    /** Returns whether the call spent its time waiting for a service that it only asked to read. */
    private static boolean isStalledRead(Failure failure, CallEvidence evidence) {
        return failure.cause() instanceof Cause.LimitReached reached
                && reached.limit() == LimitName.WALL_TIME
                && reached.before().wallTimeIn().equals(Optional.of(WallTimeIn.SERVICE))
                && evidence.onlyReads();
    }

    private static Verdict unsafe(Declared declared) {
        return switch (declared) {
            case NOT_IDEMPOTENT -> Verdict.NOT_IDEMPOTENT;
            case NOT_IDEMPOTENT_ONCE_SENT -> Verdict.NOT_IDEMPOTENT_ONCE_SENT;
            case IDEMPOTENT, NOTHING -> Verdict.REPEAT_UNSAFE;
        };
    }

    /** Returns whether a call may be made again as far as its effects are concerned. */
    public static boolean mayBeRepeated(CallEvidence evidence, Declared declared) {
        return switch (declared) {
            case IDEMPOTENT -> true;
            case NOT_IDEMPOTENT -> false;
            case NOT_IDEMPOTENT_ONCE_SENT -> evidence.nothingSent();
            case NOTHING -> evidence.repeatable();
        };
    }

    /** Returns the fallback if the recovery of a verdict has not helped. */
    public static Recovery fallback(
            Verdict verdict, CallEvidence evidence, boolean declaresFallback, boolean declaresOptional) {
        Ladder ladder = row(verdict).ladder();
        if (declaresFallback && ladder == Ladder.FALLBACK && evidence.withoutEffect()) {
            return new Fallback();
        }
        return declaresOptional && ladder != Ladder.NONE ? new Degrade() : new Surface();
    }
}
