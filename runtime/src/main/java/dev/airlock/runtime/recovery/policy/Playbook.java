package dev.airlock.runtime.recovery.policy;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.WallTimeIn;
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
import dev.airlock.sandbox.call.CallEvidence;
import java.util.Optional;

/**
 * The whole policy: a failure's verdict, and what is done about each verdict. Pure: the same inputs give the same answer.
 *
 * <p>First the cause is named from the failure alone. A cause that could be tried again passes the gates in their order: the
 * policy lists it, the service does not forbid it, somebody waits for it, and repeating it is safe. What a gate stops has a
 * verdict of its own.
 */
public final class Playbook {
    private Playbook() {}

    /**
     * What is done about a verdict.
     *
     * @param recovery what comes first
     * @param ladder which rungs of the ladder may follow if that does not help, where the action declares them
     * @param because why it is not tried again although that would be natural, as a sentence; empty if it would not be
     * @param narrows whether that makes the failure one that nobody should repeat; then its message has the sentence too
     */
    public record Row(Recovery recovery, Ladder ladder, String because, boolean narrows) {
        /** A row of which the failure says enough. */
        Row(Recovery recovery, Ladder ladder) {
            this(recovery, ladder, "", false);
        }

        /** A row that leaves the failure as it is, and says why it is not tried again. */
        Row(Recovery recovery, Ladder ladder, String because) {
            this(recovery, ladder, because, false);
        }
    }

    /** How far down the ladder a verdict may lead. */
    public enum Ladder {
        /** The failure is the end of it. */
        NONE,
        /** The action may go on without the step if the step is optional. */
        DEGRADE,
        /** Another connector may be asked, then the same. */
        FALLBACK
    }

    /** The row of a verdict. Every verdict has one. */
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
                new Row(new Surface(), Ladder.FALLBACK, "The service asks not to be called again, so it is not tried again.");
            case NOT_IN_POLICY ->
                new Row(new Surface(), Ladder.FALLBACK, "The retry policy does not list this failure, so it is not tried again.");
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
     * What a failure means.
     *
     * @param evidence what the whole call sent
     * @param declared what manifest and action say about repeating it
     * @param source who waits for it
     * @param policy what is retried, how often
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

    /** Whether the call's time went into waiting for a service that was asked for nothing but reads. */
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

    /** Whether a call may be made again as far as its effects go. */
    public static boolean mayBeRepeated(CallEvidence evidence, Declared declared) {
        return switch (declared) {
            case IDEMPOTENT -> true;
            case NOT_IDEMPOTENT -> false;
            case NOT_IDEMPOTENT_ONCE_SENT -> evidence.nothingSent();
            case NOTHING -> evidence.repeatable();
        };
    }

    /** The next rung when the recovery of a verdict has not helped. */
    public static Recovery rung(
            Verdict verdict, CallEvidence evidence, boolean declaresFallback, boolean declaresOptional) {
        Ladder ladder = row(verdict).ladder();
        if (declaresFallback && ladder == Ladder.FALLBACK && evidence.withoutEffect()) {
            return new Fallback();
        }
        return declaresOptional && ladder != Ladder.NONE ? new Degrade() : new Surface();
    }
}
