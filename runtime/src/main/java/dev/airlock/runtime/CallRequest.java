package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.recovery.Recoveries.Reversal;
import dev.airlock.runtime.recovery.call.CallTerms;
import dev.airlock.runtime.recovery.call.OnTerms;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.api.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A request to make a call. Immutable; each method returns a changed copy.
 *
 * <p>Example: {@code CallRequest.of("charge", args).actingFor("agent-7").withKey("order-17")}.
 *
 * @param op the operation's name
 * @param args its arguments, passed on with exactly these values
 * @param terms the actor, the conversation, the idempotency key, and whether a person waits
 * @param retry its retry policy; empty: the runtime's
 * @param step declarations about it: whether it may be repeated, a fallback
 * @param auditId its id in the audit log; empty: a new one
 * @param consents the caller's consents for this call, for the record
 * @param reverses the reversal that this call performs; empty: it is an ordinary call
 * @param cancellation cancels it, from any thread
 */
public record CallRequest(
        String op,
        ObjectNode args,
        CallTerms terms,
        Optional<RetryPolicy> retry,
        StepDeclaration step,
        Optional<AuditId> auditId,
        List<Consent> consents,
        Optional<Reversal> reverses,
        Cancellation cancellation)
        implements OnTerms<CallRequest> {
    private static final String REVERSE = "reverse";

    /**
     * A consent of the caller.
     *
     * @param what its subject, such as {@code addresses that are not public}
     * @param subjects the items that it covers, each in words
     */
    public record Consent(String what, List<String> subjects) {
        /** Copies the list. */
        public Consent {
            subjects = List.copyOf(subjects);
        }
    }

    /** Copies the list. */
    public CallRequest {
        consents = List.copyOf(consents);
    }

    /** Returns a call on the standard terms: in the background, without a key. */
    public static CallRequest of(String op, ObjectNode args) {
        return new CallRequest(
                op,
                args,
                CallTerms.STANDARD,
                Optional.empty(),
                StepDeclaration.NONE,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                new Cancellation());
    }

    /**
     * Returns a call that undoes another one, once, by the operation that the connector's manifest declares for it.
     *
     * @param call the audit id of the call to undo
     * @param reason why it is undone, for the record and for the operation
     */
    public static CallRequest reversing(AuditId call, String reason) {
        Reversal reversal = Reversal.of(call, reason);
        return new CallRequest(
                REVERSE,
                reversal.args(),
                CallTerms.STANDARD,
                Optional.empty(),
                StepDeclaration.NONE,
                Optional.of(reversal.auditId()),
                List.of(),
                Optional.of(reversal),
                new Cancellation());
    }

    @Override
    public CallRequest onTerms(CallTerms other) {
        return new CallRequest(op, args, other, retry, step, auditId, consents, reverses, cancellation);
    }

    /**
     * Returns this call under another retry policy, for instance {@code retrying(RetryPolicy.standard().withMax(0))}. Default: the
     * runtime's.
     */
    public CallRequest retrying(RetryPolicy policy) {
        return new CallRequest(op, args, terms, Optional.of(policy), step, auditId, consents, reverses, cancellation);
    }

    /**
     * Returns this call with a declaration about it, for instance a fallback:
     * {@code declaring(StepDeclaration.NONE.orElse(airlock.target(other, "send"), args))}. Default: none.
     */
    public CallRequest declaring(StepDeclaration declared) {
        return new CallRequest(op, args, terms, retry, declared, auditId, consents, reverses, cancellation);
    }

    /** Returns this call under another id in the audit log, which no other call may have. Default: a new one. */
    public CallRequest recordedAs(AuditId id) {
        return new CallRequest(op, args, terms, retry, step, Optional.of(id), consents, reverses, cancellation);
    }

    /**
     * Returns this call with one more consent of its caller, which the record keeps. Example:
     * {@code consenting(new CallRequest.Consent("addresses that are not public", List.of("10.0.0.7")))}. Default: none.
     */
    public CallRequest consenting(Consent one) {
        List<Consent> more = new ArrayList<>(consents);
        more.add(one);
        return new CallRequest(op, args, terms, retry, step, auditId, more, reverses, cancellation);
    }

    /** Returns this call, cancelled by the given cancellation. Default: a cancellation of its own. */
    public CallRequest endedBy(Cancellation other) {
        return new CallRequest(op, args, terms, retry, step, auditId, consents, reverses, other);
    }
}
