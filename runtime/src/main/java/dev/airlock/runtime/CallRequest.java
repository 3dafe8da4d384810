package dev.airlock.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.StepDeclaration;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Cancellation;
import java.util.Optional;

/**
 * A call that somebody wants made. Immutable; each method gives another one.
 *
 * @param op the operation's name
 * @param args its arguments, handed on exactly in value
 * @param key the caller's idempotency key, under which the call is recognised when it comes again; empty: it is not
 * @param actor on whose behalf, as the audit log shows it; keys of different actors have nothing to do with each other; empty: the
 *     runtime's
 * @param source whether somebody waits for it
 * @param retry when it is tried again; empty: as the runtime is set
 * @param step what is declared about it: whether it may be repeated, a fallback
 * @param cancellation the caller's way to end it, from any thread
 */
public record CallRequest(
        String op,
        ObjectNode args,
        Optional<String> key,
        Optional<String> actor,
        CallSource source,
        Optional<RetryPolicy> retry,
        StepDeclaration step,
        Cancellation cancellation) {
    /** @throws IllegalArgumentException if the key is blank, has a control character or more than 255 characters */
    public CallRequest {
        if (key.isPresent() && !RecoveryCall.Identity.isKey(key.get())) {
            throw new IllegalArgumentException("an idempotency key has 1 to 255 characters, none of them invisible");
        }
    }

    /** A call in the background, without a key. */
    public static CallRequest of(String op, ObjectNode args) {
        return new CallRequest(
                op,
                args,
                Optional.empty(),
                Optional.empty(),
                CallSource.BACKGROUND,
                Optional.empty(),
                StepDeclaration.NONE,
                new Cancellation());
    }

    /** The same under an idempotency key, for instance {@code withKey("order-17")}. Default: none. */
    public CallRequest withKey(String text) {
        return new CallRequest(op, args, Optional.of(text), actor, source, retry, step, cancellation);
    }

    /** The same on somebody's behalf, for instance {@code actingFor("agent-7")}. Default: the runtime's actor. */
    public CallRequest actingFor(String who) {
        return new CallRequest(op, args, key, Optional.of(who), source, retry, step, cancellation);
    }

    /**
     * The same, which a person waits for, so that a service at its capacity (429, 503, 529) is asked again. Default: nobody waits, and it
     * is left alone.
     */
    public CallRequest inForeground() {
        return new CallRequest(op, args, key, actor, CallSource.FOREGROUND, retry, step, cancellation);
    }

    /** The same under another policy, for instance {@code retrying(RetryPolicy.standard().withMax(0))}. Default: the runtime's. */
    public CallRequest retrying(RetryPolicy policy) {
        return new CallRequest(op, args, key, actor, source, Optional.of(policy), step, cancellation);
    }

    /**
     * The same as a step of which something is declared, for instance a fallback: {@code
     * declaring(StepDeclaration.NONE.orElse(airlock.target(other, "send"), args))}. Default: nothing is.
     */
    public CallRequest declaring(StepDeclaration declared) {
        return new CallRequest(op, args, key, actor, source, retry, declared, cancellation);
    }

    /** The same, ended by that. Default: a cancellation of its own. */
    public CallRequest endedBy(Cancellation other) {
        return new CallRequest(op, args, key, actor, source, retry, step, other);
    }
}
