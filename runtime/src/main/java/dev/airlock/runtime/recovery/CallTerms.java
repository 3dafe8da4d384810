package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.policy.CallSource;
import java.util.Optional;

/**
 * On which terms somebody wants a call, an action or a tool call made. Immutable; each method gives another one.
 *
 * @param actor on whose behalf, as the audit log shows it; keys of different actors have nothing to do with each other; empty: the
 *     runtime's
 * @param conversation the host's name for the conversation that the call belongs to; empty: none, and no call is taken for the
 *     repetition of another one unless it has its key
 * @param key the idempotency key, under which the call is recognised when it comes again; empty: see {@link OnTerms#withKey}
 * @param source whether somebody waits for it
 * @param insists whether it is made although an earlier one like it in the conversation may have taken effect
 */
public record CallTerms(
        Optional<String> actor,
        Optional<String> conversation,
        Optional<String> key,
        CallSource source,
        boolean insists) {
    /** The terms of every call that names none: the runtime's actor, no conversation, no key, and nobody waits. */
    public static final CallTerms STANDARD =
            new CallTerms(Optional.empty(), Optional.empty(), Optional.empty(), CallSource.BACKGROUND, false);

    /** @throws IllegalArgumentException if the key is none, see {@link RecoveryCall.Identity#isKey}, or the conversation has no name */
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
