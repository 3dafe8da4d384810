package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.sandbox.Cancellation;
import java.util.Optional;

/**
 * An action that is to be run, once.
 *
 * <p>For instance {@code ActionCall.of(action, inputs).on("order-17")}.
 *
 * @param action the action
 * @param inputs what its caller gives
 * @param auditId where the audit log keeps it; its steps have audit ids of their own
 * @param caller who calls; idempotency keys of different callers have nothing to do with each other
 * @param key the caller's idempotency key: each step has one that is made of it, so that a step that was done is not done again;
 *     empty: nothing is recognised
 * @param source who waits for it
 * @param cancellation the caller's way to end it, between steps and within them
 */
public record ActionCall(
        Action action,
        ObjectNode inputs,
        AuditId auditId,
        String caller,
        Optional<String> key,
        CallSource source,
        Cancellation cancellation) {
    /** The longest key, in characters: a step's key has the step's id in it. */
    public static final int LONGEST_KEY = 180;

    /** @throws IllegalArgumentException if the key is none, or too long */
    public ActionCall {
        if (key.isPresent() && !isKey(key.get())) {
            throw new IllegalArgumentException(
                    "an action's key has 1 to " + LONGEST_KEY + " characters, none of them invisible");
        }
    }

    /** Whether a text can be an action's idempotency key. */
    public static boolean isKey(String text) {
        return text.length() <= LONGEST_KEY && RecoveryCall.Identity.isKey(text);
    }

    /** A call of this machine's user that somebody waits for, under names of its own. */
    public static ActionCall of(Action action, ObjectNode inputs) {
        return new ActionCall(
                action,
                inputs,
                AuditId.random(),
                RecoveryCall.Identity.NEW.caller(),
                Optional.empty(),
                CallSource.FOREGROUND,
                new Cancellation());
    }

    /** The same under an idempotency key. */
    public ActionCall on(String idempotencyKey) {
        return new ActionCall(action, inputs, auditId, caller, Optional.of(idempotencyKey), source, cancellation);
    }

    /** The same with other inputs. */
    public ActionCall with(ObjectNode other) {
        return new ActionCall(action, other, auditId, caller, key, source, cancellation);
    }

    /** The same on behalf of another caller. */
    public ActionCall by(String other) {
        return new ActionCall(action, inputs, auditId, other, key, source, cancellation);
    }

    /** The same from another source. */
    public ActionCall from(CallSource other) {
        return new ActionCall(action, inputs, auditId, caller, key, other, cancellation);
    }

    /** The same with another cancellation. */
    public ActionCall endedBy(Cancellation other) {
        return new ActionCall(action, inputs, auditId, caller, key, source, other);
    }
}
