package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.recovery.CallTerms;
import dev.airlock.runtime.recovery.OnTerms;
import dev.airlock.runtime.recovery.Recoveries.Reversal;
import dev.airlock.runtime.recovery.StepDeclaration;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A call that somebody wants made. Immutable; each method gives another one.
 *
 * <p>For instance {@code CallRequest.of("charge", args).actingFor("agent-7").withKey("order-17")}.
 *
 * @param op the operation's name
 * @param args its arguments, handed on exactly in value
 * @param terms on whose behalf, in which conversation, under which key, and whether somebody waits
 * @param retry when it is tried again; empty: as the runtime is set
 * @param step what is declared about it: whether it may be repeated, a fallback
 * @param auditId where the audit log keeps it; empty: under a new id
 * @param consents what its caller agreed to for this call, for the record
 * @param reverses the reversal that it is; empty: it is a call of its own
 * @param cancellation the caller's way to end it, from any thread
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
     * Something that a caller agreed to.
     *
     * @param what what it is, such as {@code addresses that are not public}
     * @param subjects what it is about, each in words
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

    /** A call on the standard terms: in the background, without a key. */
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
     * A call that undoes another one, once, by the operation that the connector's manifest declares for that.
     *
     * @param call the audit id of the call that is undone
     * @param reason why, for the record and for the operation
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

    /** The same under another policy, for instance {@code retrying(RetryPolicy.standard().withMax(0))}. Default: the runtime's. */
    public CallRequest retrying(RetryPolicy policy) {
        return new CallRequest(op, args, terms, Optional.of(policy), step, auditId, consents, reverses, cancellation);
    }

    /**
     * The same as a step of which something is declared, for instance a fallback: {@code
     * declaring(StepDeclaration.NONE.orElse(airlock.target(other, "send"), args))}. Default: nothing is.
     */
    public CallRequest declaring(StepDeclaration declared) {
        return new CallRequest(op, args, terms, retry, declared, auditId, consents, reverses, cancellation);
    }

    /** The same under that id in the audit log, which no other call may have. Default: a new one. */
    public CallRequest recordedAs(AuditId id) {
        return new CallRequest(op, args, terms, retry, step, Optional.of(id), consents, reverses, cancellation);
    }

    /**
     * The same, with something that its caller agreed to for it, which the record says, for instance {@code
     * consenting(new CallRequest.Consent("addresses that are not public", List.of("10.0.0.7")))}. Default: nothing was asked.
     */
    public CallRequest consenting(Consent one) {
        List<Consent> more = new ArrayList<>(consents);
        more.add(one);
        return new CallRequest(op, args, terms, retry, step, auditId, more, reverses, cancellation);
    }

    /** The same, ended by that. Default: a cancellation of its own. */
    public CallRequest endedBy(Cancellation other) {
        return new CallRequest(op, args, terms, retry, step, auditId, consents, reverses, other);
    }
}
