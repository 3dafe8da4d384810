package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.Declared;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.sandbox.Cancellation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A call that is to be made, with everything that decides how it is recovered.
 *
 * <p>For instance, one that somebody waits for: {@code RecoveryCall.of(target, args).from(CallSource.FOREGROUND)}.
 *
 * @param target what is called
 * @param args its arguments
 * @param identity under which names
 * @param source who waits for it
 * @param policy when it is tried again
 * @param step what the action declares about it
 * @param within the time that its caller gives it with all that is done for it, where that is less than its connector's limit; empty:
 *     that limit
 * @param cancellation the caller's way to end it
 * @param isRecovered whether its failures are recovered; if not, see {@link #withoutRecovery}
 */
public record RecoveryCall(
        Target target,
        ObjectNode args,
        Identity identity,
        CallSource source,
        RetryPolicy policy,
        StepDeclaration step,
        Optional<Within> within,
        Cancellation cancellation,
        boolean isRecovered) {
    /**
     * The time that a caller gives.
     *
     * @param left what is left of it for this call
     * @param given all of it, as failures name it
     */
    public record Within(Duration left, Duration given) {
        /** All of it is left. */
        public static Within of(Duration given) {
            return new Within(given, given);
        }

        /** What has passed of it. */
        Duration passed() {
            return given.minus(left);
        }
    }

    /**
     * The names of a call.
     *
     * @param auditId where the audit log keeps it; also the id of its first attempt; empty: a new one
     * @param actor on whose behalf; idempotency keys of different actors have nothing to do with each other
     * @param key the caller's idempotency key; empty: a new one, which nobody can repeat
     * @param drawn the new key, where it was drawn beforehand; empty: it is drawn when the call is made
     */
    public record Identity(Optional<AuditId> auditId, String actor, Optional<String> key, Optional<String> drawn) {
        /** A call of this machine's user, with names of its own. */
        public static final Identity NEW = new Identity(Optional.empty(), "local", Optional.empty());

        /** The longest key, in characters. */
        public static final int LONGEST_KEY = 255;

        /** Names whose new key, if there is to be one, is drawn when the call is made. */
        public Identity(Optional<AuditId> auditId, String actor, Optional<String> key) {
            this(auditId, actor, key, Optional.empty());
        }

        /** @throws IllegalArgumentException if the key is not one, see {@link #isKey} */
        public Identity {
            if (key.isPresent() && !isKey(key.get())) {
                throw new IllegalArgumentException(
                        "an idempotency key has 1 to 255 characters, none of them invisible");
            }
        }

        /**
         * Whether a text can be an idempotency key: it is not blank, not too long, and has no control character and no half of a
         * surrogate pair, which no store and no request could tell from another.
         */
        public static boolean isKey(String text) {
            return !text.isBlank()
                    && text.length() <= LONGEST_KEY
                    && text.chars().noneMatch(Character::isISOControl)
                    && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        }

        /** A call of this machine's user under a key that may have been used before. */
        public static Identity ofKey(String key) {
            return new Identity(Optional.empty(), NEW.actor, Optional.of(key));
        }
    }

    /** A background call with the standard policy, names of its own and nothing declared. */
    public static RecoveryCall of(Target target, ObjectNode args) {
        return new RecoveryCall(
                target,
                args,
                Identity.NEW,
                CallSource.BACKGROUND,
                RetryPolicy.standard(),
                StepDeclaration.NONE,
                Optional.empty(),
                new Cancellation(),
                true);
    }

    /** The same under other names. */
    public RecoveryCall as(Identity other) {
        return new RecoveryCall(target, args, other, source, policy, step, within, cancellation, isRecovered);
    }

    /** The same from another source. */
    public RecoveryCall from(CallSource other) {
        return new RecoveryCall(target, args, identity, other, policy, step, within, cancellation, isRecovered);
    }

    /** The same under another policy. */
    public RecoveryCall with(RetryPolicy other) {
        return new RecoveryCall(target, args, identity, source, other, step, within, cancellation, isRecovered);
    }

    /** The same as a step that an action declares. */
    public RecoveryCall with(StepDeclaration other) {
        return new RecoveryCall(target, args, identity, source, policy, other, within, cancellation, isRecovered);
    }

    /** The same, which takes no longer than that with all that is done for it, whatever its connector's limit. */
    public RecoveryCall within(Duration most) {
        return within(Within.of(most));
    }

    /** The same of a caller some of whose time has passed. */
    public RecoveryCall within(Within rest) {
        return new RecoveryCall(
                target, args, identity, source, policy, step, Optional.of(rest), cancellation, isRecovered);
    }

    /** The same with another cancellation. */
    public RecoveryCall endedBy(Cancellation other) {
        return new RecoveryCall(target, args, identity, source, policy, step, within, other, isRecovered);
    }

    /**
     * The same without recovery: one attempt, and one more only after a credential was renewed that the service does not accept. Nothing
     * else is tried, nothing takes its place, and it is put before nobody.
     */
    public RecoveryCall withoutRecovery() {
        return new RecoveryCall(
                target,
                args,
                identity,
                source,
                RetryPreset.NONE.policy(),
                StepDeclaration.NONE,
                within,
                cancellation,
                false);
    }

    /** The same to another target. */
    public RecoveryCall to(Target other) {
        return new RecoveryCall(other, args, identity, source, policy, step, within, cancellation, isRecovered);
    }

    /** The same with other arguments. */
    RecoveryCall withArgs(ObjectNode other) {
        return new RecoveryCall(target, other, identity, source, policy, step, within, cancellation, isRecovered);
    }

    /** The same with its audit id and its key known before it is made; those that it lacks are drawn. */
    RecoveryCall named(Supplier<AuditId> id, Supplier<String> key) {
        AuditId auditId = identity.auditId().orElseGet(id);
        Optional<String> drawn = identity.key().isPresent()
                ? Optional.empty()
                : Optional.of(identity.drawn().orElseGet(key));
        return as(new Identity(Optional.of(auditId), identity.actor(), identity.key(), drawn));
    }

    /** The key under which it goes, of a call that is {@linkplain #named named}. */
    String namedKey() {
        return identity.key().or(identity::drawn).orElseThrow();
    }

    /** What manifest and action say about repeating it. */
    Declared declared() {
        return step.idempotent().map(Declared::of).orElseGet(() -> Declared.of(target.manifest(), target.op()));
    }
}
