package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.recovery.CallTerms;
import dev.airlock.runtime.recovery.OnTerms;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.util.Optional;

/**
 * An action that is to be run, once. Immutable; each method gives another one.
 *
 * <p>For instance {@code ActionCall.of(action, inputs).actingFor("agent-7").withKey("order-17")}. Each step has a key that is made of the
 * action's, so that a step that was done is not done again.
 *
 * @param action the action
 * @param inputs what its caller gives
 * @param auditId where the audit log keeps it; its steps have audit ids of their own
 * @param terms on whose behalf, in which conversation, under which key, and whether somebody waits
 * @param toolCall the id of the tool call that it answers, of which its key is made in a conversation; empty: it answers none
 * @param within how long the whole may take, loading and approval included; empty: each step has its connector's time
 * @param agreed the hash of the text that somebody agreed to, which its file must have; empty: whatever it is
 * @param cancellation the caller's way to end it, between steps and within them
 * @param listener watches this run
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
    /** The longest key, in characters: a step's key has the step's id in it. */
    public static final int LONGEST_KEY = 180;

    /** @throws IllegalArgumentException if the key is too long */
    public ActionCall {
        requireKey(terms);
    }

    /** Whether a text can be an action's idempotency key. */
    public static boolean isKey(String text) {
        return text.length() <= LONGEST_KEY && RecoveryCall.Identity.isKey(text);
    }

    /**
     * Looks at the key on terms.
     *
     * @throws IllegalArgumentException if there is one, and it is too long for an action
     */
    public static void requireKey(CallTerms terms) {
        if (terms.key().isPresent() && !isKey(terms.key().get())) {
            throw new IllegalArgumentException(
                    "an action's key has 1 to " + LONGEST_KEY + " characters, none of them invisible");
        }
    }

    /** A call on the standard terms: in the background, without a key. */
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

    /** The same with other inputs. */
    public ActionCall with(ObjectNode other) {
        return new ActionCall(action, other, auditId, terms, toolCall, within, agreed, cancellation, listener);
    }

    /**
     * The same, which takes no longer than that, for instance {@code within(Duration.ofSeconds(20))}: no step begins when it is over, and
     * one that runs is ended. Default: each step has its connector's time.
     *
     * @throws IllegalArgumentException if it is not at least a millisecond
     */
    public ActionCall within(Duration most) {
        if (most.toMillis() < 1) {
            throw new IllegalArgumentException("an action has at least a millisecond");
        }
        return new ActionCall(
                action, inputs, auditId, terms, toolCall, Optional.of(most), agreed, cancellation, listener);
    }

    /**
     * The same, which runs only if its file has that hash: another one is {@code hash_mismatch}. Default: whatever it has.
     *
     * @param hash what {@link Action#hash} was when somebody agreed
     */
    public ActionCall agreedAs(String hash) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, hash, cancellation, listener);
    }

    /** Whether the text is another one than somebody agreed to. */
    boolean isChanged() {
        return !agreed.isEmpty() && !agreed.equals(action.hash());
    }

    /** The same, ended by that. Default: a cancellation of its own. */
    public ActionCall endedBy(Cancellation other) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, agreed, other, listener);
    }

    /**
     * The same in answer to a tool call of that id: within a conversation it has the same key when the same call comes again. Default: it
     * answers none.
     */
    public ActionCall answering(String toolCallId) {
        return new ActionCall(
                action, inputs, auditId, terms, Optional.of(toolCallId), within, agreed, cancellation, listener);
    }

    /** The same, watched by that: it is told of steps, retries and approval as they come. Default: nobody watches. */
    public ActionCall watchedBy(ActionListener other) {
        return new ActionCall(action, inputs, auditId, terms, toolCall, within, agreed, cancellation, other);
    }
}
