package dev.airlock.runtime.recovery.policy;

import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.Reason;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The whole policy: a failure's verdict, and what is done about each verdict. Pure: the same inputs give the same answer.
 *
 * <p>First the cause is named from the failure alone. A cause that could be tried again passes the gates in their order: the
 * policy lists it, the service does not forbid it, somebody waits for it, and repeating it is safe. What a gate stops has a
 * verdict of its own.
 */
public final class Playbook {
    private static final Set<String> CONTENT_CLAIMS =
            Set.of("content_filter", "content_policy", "content_policy_violation", "content_refused");

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
                        "The service has too much to do and nobody waits for this call, so it is not tried again.");
            case RETRY_FORBIDDEN ->
                new Row(new Surface(), Ladder.FALLBACK, "The service asks not to try again, so it is not.");
            case NOT_IN_POLICY ->
                new Row(new Surface(), Ladder.FALLBACK, "The policy does not list it, so it is not tried again.");
            case CIRCUIT_OPEN ->
                new Row(new Surface(), Ladder.FALLBACK, "The circuit of the host is open, so it is not tried again.");
            case NOT_IDEMPOTENT ->
                new Row(
                        new Surface(),
                        Ladder.FALLBACK,
                        "The call is declared not to be idempotent, so it is not tried again.",
                        true);
            case NOT_IDEMPOTENT_ONCE_SENT ->
                new Row(
                        new Surface(),
                        Ladder.DEGRADE,
                        "The call is declared not to be idempotent and something was sent, so it is not tried again.",
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
                        "The service has seen this call's idempotency key before, so it is not tried again; look there and plan"
                                + " anew.",
                        true);
            case POLICY_DENIED -> new Row(new Escalate(Queue.POLICY), Ladder.DEGRADE);
            case SHAPE_MISMATCH -> new Row(new Escalate(Queue.CONNECTOR), Ladder.DEGRADE);

            case NOT_FOUND, REQUEST_REJECTED, UNSUPPORTED, REFUSED_IN_SUBSTANCE, LIMIT_REACHED, CONNECTOR_FAULT ->
                new Row(new Surface(), Ladder.FALLBACK);
            case CONTENT_REFUSED -> new Row(new Surface(), Ladder.DEGRADE);
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
        Verdict cause = cause(failure, evidence);
        if (cause == Verdict.CIRCUIT_OPEN && policy.unattended().isPresent() && mayBeRepeated(evidence, declared)) {
            return Verdict.CIRCUIT_COOLING;
        }
        if (isStalledRead(failure, evidence) && policy.unattended().isPresent() && mayBeRepeated(evidence, declared)) {
            return Verdict.SERVICE_STALLED;
        }
        if (!cause.mayBeRetried()) {
            return cause;
        }
        if (forbidsRetry(failure)) {
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
        return LimitName.WALL_TIME.wireName().equals(failure.details().get("limit"))
                && WallTimeIn.SERVICE.wireName().equals(failure.details().get("wall_time_in"))
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

    private static Verdict cause(Failure failure, CallEvidence evidence) {
        if ("open".equals(failure.details().get("circuit"))) {
            return Verdict.CIRCUIT_OPEN;
        }
        return switch (failure.failureClass()) {
            case NETWORK_ERROR -> evidence.lastWasNotSent() ? Verdict.UNREACHABLE : Verdict.CONNECTION_LOST;
            case EXTERNAL_API_ERROR -> ofAnswer(failure.details(), evidence);
            case CONNECTOR_RUNTIME_ERROR -> ofReason(failure.details());
            case CAPABILITY_DENIED -> Verdict.POLICY_DENIED;
            case BINDING_REQUIRED -> Verdict.BINDING_NEEDED;
            case BINDING_FAILED -> failure.retriable() ? Verdict.CREDENTIAL_REJECTED : Verdict.BINDING_NEEDED;
            case RESOURCE_LIMIT_EXCEEDED -> Verdict.LIMIT_REACHED;
            case HASH_MISMATCH, SIGNATURE_FAILURE -> Verdict.INTEGRITY_VIOLATED;
            case APPROVAL_DENIED, APPROVAL_TIMEOUT -> Verdict.UNKNOWN;
        };
    }

    private static Verdict ofAnswer(Map<String, Object> details, CallEvidence evidence) {
        if (!(details.get("status") instanceof Long status)) {
            return Verdict.UNKNOWN;
        }
        if (status >= 400 && status < 500 && CONTENT_CLAIMS.contains(text(details, "claimed_class"))) {
            return Verdict.CONTENT_REFUSED;
        }
        return switch (status.intValue()) {
            case 401 -> Verdict.CREDENTIAL_REJECTED;
            case 403 -> Verdict.POLICY_DENIED;
            case 404, 410 -> Verdict.NOT_FOUND;
            case 408 -> Verdict.REQUEST_TIMED_OUT;
            case 409 -> evidence.keySent() ? Verdict.IDEMPOTENCY_CONFLICT : Verdict.LOCKED;
            case 412 -> Verdict.PRECONDITION_STALE;
            case 425 -> Verdict.TOO_EARLY;
            case 429 -> Verdict.RATE_LIMITED;
            case 451 -> Verdict.CONTENT_REFUSED;
            case 501, 505 -> Verdict.UNSUPPORTED;
            case 503, 529 -> Verdict.OVERLOADED;
            default -> ofOtherAnswer(status);
        };
    }

    private static Verdict ofOtherAnswer(long status) {
        if (status >= 500) {
            return Verdict.SERVER_ERROR;
        }
        if (status >= 400) {
            return Verdict.REQUEST_REJECTED;
        }
        return status >= 200 && status < 300 ? Verdict.REFUSED_IN_SUBSTANCE : Verdict.UNKNOWN;
    }

    private static Verdict ofReason(Map<String, Object> details) {
        Optional<Reason> reason = Reason.ofWireName(text(details, "reason"));
        if (reason.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        return switch (reason.get()) {
            case TRAP, EXIT, INVALID_MODULE, UNKNOWN_IMPORT, BAD_POINTER, REPORTED -> Verdict.CONNECTOR_FAULT;
            case BAD_OUTPUT, UNEXPECTED_SHAPE -> Verdict.SHAPE_MISMATCH;
            case BAD_INPUT, KEY_REUSED, REVERSAL_REFUSED, BAD_TEMPLATE -> Verdict.CALLER_MISTAKE;
            case HOST_FAULT, AUDIT_UNAVAILABLE, VAULT_UNAVAILABLE, STORE_UNAVAILABLE, LEAKED_THREADS ->
                Verdict.HOST_UNAVAILABLE;
        };
    }

    private static boolean forbidsRetry(Failure failure) {
        return text(failure.details(), "should_retry").strip().equalsIgnoreCase("false");
    }

    private static String text(Map<String, Object> details, String key) {
        return details.get(key) instanceof String text ? text : "";
    }
}
