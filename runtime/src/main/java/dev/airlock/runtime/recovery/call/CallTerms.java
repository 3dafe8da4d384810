package dev.airlock.runtime.recovery.call;

import dev.airlock.runtime.recovery.policy.CallSource;
import java.util.Optional;

/**
 * The terms of a call, an action or a tool call. Immutable; each method returns a changed copy.
 *
 * @param actor the actor, as the audit log shows it; keys of different actors are independent; empty: the runtime's
 * @param conversation the host's name for the call's conversation; empty: none, and only a call with the same key counts as a repetition
 * @param key the idempotency key that identifies repetitions of the call; empty: see {@link OnTerms#withKey}
 * @param source whether a person waits for it
 * @param insists whether to make it although an earlier similar call in the conversation may have taken effect
 */
public record CallTerms(
        Optional<String> actor,
        Optional<String> conversation,
        Optional<String> key,
        CallSource source,
        boolean insists) {
    /** The terms of a call that names none: the runtime's actor, no conversation, no key, and no person waits. */
    public static final CallTerms STANDARD =
            new CallTerms(Optional.empty(), Optional.empty(), Optional.empty(), CallSource.BACKGROUND, false);

    /**
     * @throws IllegalArgumentException if the key is invalid, see {@link RecoveryCall.Identity#isKey}, or the conversation's name is blank
     */
    public CallTerms {
        if (key.isPresent() && !RecoveryCall.Identity.isKey(key.get())) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + RecoveryCall.Identity.LONGEST_KEY
                    + " characters, none of them invisible");
        }
        if (conversation.isPresent() && conversation.get().isBlank()) {
            throw new IllegalArgumentException("a conversation has a name");
        }
    }

    CallTerms withActor(String who) {
        return new CallTerms(Optional.of(who), conversation, key, source, insists);
    }

    CallTerms withConversation(String name) {
        return new CallTerms(actor, Optional.of(name), key, source, insists);
    }

    CallTerms withKey(String text) {
        return new CallTerms(actor, conversation, Optional.of(text), source, insists);
    }

    CallTerms withSource(CallSource other) {
        return new CallTerms(actor, conversation, key, other, insists);
    }

    CallTerms insisting() {
        return new CallTerms(actor, conversation, key, source, true);
    }
}
