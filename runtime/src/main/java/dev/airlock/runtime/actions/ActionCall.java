package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.recovery.call.CallTerms;
import dev.airlock.runtime.recovery.call.OnTerms;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to run an action once. Immutable; each method returns a changed copy.
 *
 * <p>Example: {@code ActionCall.of(action, inputs).actingFor("agent-7").withKey("order-17")}. Each step's key is derived from the action's,
 * so that a completed step is not repeated.
 *
 * @param action the action
 * @param inputs the caller's inputs
 * @param auditId its id in the audit log; its steps have their own
 * @param terms the actor, the conversation, the idempotency key, and whether a person waits
 * @param toolCall the id of the tool call that it answers, from which its key is derived in a conversation; empty: none
 * @param within the time limit of the whole, with loading and approval; empty: each step has its connector's time
 * @param agreed the hash of the action text that the user agreed to, which the file must have; empty: any
 * @param cancellation cancels it, between steps and within them
 * @param listener receives the events of this run
 */
public record ActionCall(
        Action action,
        ObjectNode inputs,
        AuditId auditId,
        CallTerms terms,
        Optional<String> toolCall,
        Optional<Duration> within,
        String agreed,
        Cancellation cancellation,
        ActionListener listener)
        implements OnTerms<ActionCall> {
    /** The maximum length of a key, in characters. It is shorter than a call's, because a step's key includes the step's id. */
    public static final int LONGEST_KEY = 180;

    /** @throws IllegalArgumentException if the key is too long */
    public ActionCall {
        requireKey(terms);
    }

    /** Returns whether a text is a valid idempotency key of an action. */
    public static boolean isKey(String text) {
        return text.length() <= LONGEST_KEY && RecoveryCall.Identity.isKey(text);
    }

    /**
     * Checks the key of the terms.
     *
     * @throws IllegalArgumentException if there is a key that is not valid for an action
     */
    public static void requireKey(CallTerms terms) {
        if (terms.key().isPresent() && !isKey(terms.key().get())) {
            throw new IllegalArgumentException(
                    "an action's key has 1 to " + LONGEST_KEY + " characters, none of them invisible");
        }
    }

    /** Returns a call on the standard terms: in the background, without a key. */
    public static ActionCall of(Action action, ObjectNode inputs) {
        return new ActionCall(
                action,
                inputs,
                AuditId.random(),
                CallTerms.STANDARD,
                Optional.empty(),
                Optional.empty(),
                "",
                new Cancellation(),
                ActionListener.NONE);
    }

    @Override
    public ActionCall onTerms(CallTerms other) {
        return new ActionCall(action, inputs, auditId, other, toolCall, within, agreed, cancellation, listener);
    }

    /** Returns this call with other inputs. */
    public ActionCall with(ObjectNode other) {
        return new ActionCall(action, other, auditId, terms, toolCall, within, agreed, cancellation, listener);
    }

    /**
     * Returns this call with a time limit for the whole, for instance {@code within(Duration.ofSeconds(20))}. After that no step begins,
     * and a running one is ended. Default: each step has its connector's time.
     *
     * @throws IllegalArgumentException if it is less than 1 ms
     */
    public ActionCall within(Duration most) {
        if (most.toMillis() < 1) {
            throw new IllegalArgumentException("an action has at least a millisecond");
        }
        return new ActionCall(
                action, inputs, auditId, terms, toolCall, Optional.of(most), agreed, cancellation, listener);
    }

    /**
     * Returns this call for an action file with a given hash; another file is {@code hash_mismatch}. Default: any file.
     *
     * @param hash the {@link Action#hash} at the time of the user's consent
     */
    public ActionCall agreedAs(String hash) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, hash, cancellation, listener);
    }

    /** Returns whether the text differs from the one that the user agreed to. */
    boolean isChanged() {
        return !agreed.isEmpty() && !agreed.equals(action.hash());
    }

    /** Returns this call with another cancellation. Default: its own. */
    public ActionCall endedBy(Cancellation other) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, agreed, other, listener);
    }

    /**
     * Returns this call as the answer to a tool call. In a conversation, a repetition of that tool call has the same key. Default: it
     * answers none.
     */
    public ActionCall answering(String toolCallId) {
        return new ActionCall(
                action, inputs, auditId, terms, Optional.of(toolCallId), within, agreed, cancellation, listener);
    }

    /** Returns this call with a listener for its steps, retries and approval. Default: none. */
    public ActionCall watchedBy(ActionListener other) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, agreed, cancellation, other);
    }
}
