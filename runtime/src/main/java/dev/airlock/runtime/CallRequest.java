package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.recovery.CallTerms;
import dev.airlock.runtime.recovery.OnTerms;
import dev.airlock.runtime.recovery.StepDeclaration;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Cancellation;
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
 * @param cancellation the caller's way to end it, from any thread
 */
public record CallRequest(
        String op,
        ObjectNode args,
        CallTerms terms,
        Optional<RetryPolicy> retry,
        StepDeclaration step,
        Cancellation cancellation)
        implements OnTerms<CallRequest> {
    /** A call on the standard terms: in the background, without a key. */
    public static CallRequest of(String op, ObjectNode args) {
        return new CallRequest(
                op, args, CallTerms.STANDARD, Optional.empty(), StepDeclaration.NONE, new Cancellation());
    }

    @Override
    public CallRequest onTerms(CallTerms other) {
        return new CallRequest(op, args, other, retry, step, cancellation);
    }

    /** The same under another policy, for instance {@code retrying(RetryPolicy.standard().withMax(0))}. Default: the runtime's. */
    public CallRequest retrying(RetryPolicy policy) {
        return new CallRequest(op, args, terms, Optional.of(policy), step, cancellation);
    }

    /**
     * The same as a step of which something is declared, for instance a fallback: {@code
     * declaring(StepDeclaration.NONE.orElse(airlock.target(other, "send"), args))}. Default: nothing is.
     */
    public CallRequest declaring(StepDeclaration declared) {
        return new CallRequest(op, args, terms, retry, declared, cancellation);
    }

    /** The same, ended by that. Default: a cancellation of its own. */
    public CallRequest endedBy(Cancellation other) {
        return new CallRequest(op, args, terms, retry, step, other);
    }
}
