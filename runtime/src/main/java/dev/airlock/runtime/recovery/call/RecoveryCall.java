package dev.airlock.runtime.recovery.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.Declared;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.evidence.SendingRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A call to make, with everything that decides its recovery.
 *
 * <p>Example of a call that a person waits for: {@code RecoveryCall.of(target, args).from(CallSource.FOREGROUND)}.
 *
 * @param target the operation to call
 * @param args its arguments
 * @param identity its names
 * @param source whether a person waits for it
 * @param policy its retry policy
 * @param step the action's declaration about it
 * @param within the caller's time for the call with all its recovery, where that is less than the connector's limit; empty: that limit
 * @param cancellation cancels it
 * @param isRecovered whether its failures are recovered; if not, see {@link #withoutRecovery}
 * @param sendings keeps evidence of its requests ahead
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
        boolean isRecovered,
        Sendings sendings) {
    /** Keeps evidence of the requests of a call's attempts ahead. */
    @FunctionalInterface
    public interface Sendings {
        /** Keeps nothing. */
        Sendings NONE = (attempt, request) -> {};

        /**
         * Makes the evidence durable before the first byte of a request.
         *
         * @throws dev.airlock.sandbox.state.StateUnavailableException if nothing may be sent
         */
        void before(int attempt, SendingRecord.Outgoing request);

        /** Returns the record of requests to another service, which does not know the call's key from the first one. */
        default Sendings elsewhere() {
            return (attempt, request) ->
                    before(attempt, new SendingRecord.Outgoing(request.method(), request.host(), false));
        }
    }

    /**
     * The time that a caller gives.
     *
     * @param left the rest of it for this call
     * @param given all of it, as failures name it
     */
    public record Within(Duration left, Duration given) {
        /** Returns an unused time. */
        public static Within of(Duration given) {
            return new Within(given, given);
        }

        /** Returns the part that has passed. */
        public Duration passed() {
            return given.minus(left);
        }
    }

    /**
     * The names of a call.
     *
     * @param auditId its id in the audit log, and of its first attempt; empty: a new one
     * @param actor the actor; idempotency keys of different actors are independent
     * @param key the caller's idempotency key; empty: a new, unrepeatable one
     * @param drawn the new key, if it was generated beforehand; empty: it is generated when the call is made
     */
    public record Identity(Optional<AuditId> auditId, String actor, Optional<String> key, Optional<String> drawn) {
        /** The names of a new call by this machine's user. */
        public static final Identity NEW = new Identity(Optional.empty(), "local", Optional.empty());

        /** The maximum length of a key, in characters. */
        public static final int LONGEST_KEY = 255;

        /** Creates names whose new key, if they need one, is generated when the call is made. */
        public Identity(Optional<AuditId> auditId, String actor, Optional<String> key) {
            this(auditId, actor, key, Optional.empty());
        }

        /** @throws IllegalArgumentException if the key is invalid, see {@link #isKey} */
        public Identity {
            if (key.isPresent() && !isKey(key.get())) {
                throw new IllegalArgumentException(
                        "an idempotency key has 1 to 255 characters, none of them invisible");
            }
        }

        /**
         * Returns whether a text is a valid idempotency key: not blank, not too long, without control characters, and without half a
         * surrogate pair, which stores and requests could not tell from another.
         */
        public static boolean isKey(String text) {
            return !text.isBlank()
                    && text.length() <= LONGEST_KEY
                    && text.chars().noneMatch(Character::isISOControl)
                    && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        }

        /** Returns the names of a call by this machine's user, under a key that may have been used before. */
        public static Identity ofKey(String key) {
            return new Identity(Optional.empty(), NEW.actor, Optional.of(key));
        }
    }

    /** Returns a background call with the standard policy, new names and no declarations. */
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
                true,
                Sendings.NONE);
    }

    /** Returns this call under other names. */
    public RecoveryCall as(Identity other) {
        return new RecoveryCall(target, args, other, source, policy, step, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call from another source. */
    public RecoveryCall from(CallSource other) {
        return new RecoveryCall(
                target, args, identity, other, policy, step, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call under another policy. */
    public RecoveryCall with(RetryPolicy other) {
        return new RecoveryCall(
                target, args, identity, source, other, step, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call as a step that an action declares. */
    public RecoveryCall with(StepDeclaration other) {
        return new RecoveryCall(
                target, args, identity, source, policy, other, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call with a time limit for the whole of its recovery, whatever its connector's limit. */
    public RecoveryCall within(Duration most) {
        return within(Within.of(most));
    }

    /** Returns this call for a caller whose time has partly passed. */
    public RecoveryCall within(Within rest) {
        return new RecoveryCall(
                target, args, identity, source, policy, step, Optional.of(rest), cancellation, isRecovered, sendings);
    }

    /** Returns this call with another cancellation. */
    public RecoveryCall endedBy(Cancellation other) {
        return new RecoveryCall(target, args, identity, source, policy, step, within, other, isRecovered, sendings);
    }

    /**
     * Returns this call without recovery: one attempt, and a second one only after renewing a credential that the service rejected. There
     * are no other attempts, no fallback and no review.
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
                false,
                sendings);
    }

    /** Returns this call with evidence of its requests kept ahead. */
    public RecoveryCall keeping(Sendings ahead) {
        return new RecoveryCall(target, args, identity, source, policy, step, within, cancellation, isRecovered, ahead);
    }

    /** Returns this call to another target. */
    public RecoveryCall to(Target other) {
        return new RecoveryCall(
                other, args, identity, source, policy, step, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call with other arguments. */
    public RecoveryCall withArgs(ObjectNode other) {
        return new RecoveryCall(
                target, other, identity, source, policy, step, within, cancellation, isRecovered, sendings);
    }

    /** Returns this call with an audit id and a key; generates those that are missing. */
    public RecoveryCall named(Supplier<AuditId> id, Supplier<String> key) {
        AuditId auditId = identity.auditId().orElseGet(id);
        Optional<String> drawn = identity.key().isPresent()
                ? Optional.empty()
                : Optional.of(identity.drawn().orElseGet(key));
        return as(new Identity(Optional.of(auditId), identity.actor(), identity.key(), drawn));
    }

    /** Returns the key of a call that is {@linkplain #named named}. */
    public String namedKey() {
        return identity.key().or(identity::drawn).orElseThrow();
    }

    /** Returns the declaration of manifest and action about repeating it. */
    public Declared declared() {
        return step.idempotent().map(Declared::of).orElseGet(() -> Declared.of(target.manifest(), target.op()));
    }
}
