package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a call came to after everything that was done for it. Every call has exactly one. */
public sealed interface Result {
    /** The attempts, in order; those at a fallback included. None if the outcome is one that was recorded before. */
    List<Attempt> attempts();

    /** What the call itself came to: the result, or why there is none. */
    Outcome outcome();

    /**
     * When an earlier call with the same key came to this; nothing was done now. Empty if this call was made, or did not come so far.
     */
    default Optional<Instant> recorded() {
        return Optional.empty();
    }

    /** Where a person finds the failure, if it waits for one. */
    default Optional<String> review() {
        return Optional.empty();
    }

    /**
     * The connector, or the fallback, gave a result.
     *
     * @param outcome the result
     * @param fallback whether another connector gave it; then what, and why the first one did not
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
     */
    record Succeeded(
            Outcome.Succeeded outcome,
            Optional<Substitute> fallback,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** Copies the list. */
        public Succeeded {
            attempts = List.copyOf(attempts);
        }

        /** Whether nothing was asked for but to be read. Of an outcome that was recorded, nobody knows. */
        public boolean onlyRead() {
            return recorded.isEmpty() && SeenRequests.of(outcome).withoutEffect();
        }
    }

    /**
     * The action goes on without it.
     *
     * @param capability what is lost: the connector and its operation
     * @param outcome why
     * @param review where a person finds it, if it waits for one
     * @param effect what it may have changed
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
     */
    record Degraded(
            String capability,
            Outcome.Failed outcome,
            Optional<String> review,
            Effect effect,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** Copies the list. */
        public Degraded {
            attempts = List.copyOf(attempts);
        }
    }

    /**
     * The call failed.
     *
     * @param outcome the failure, which tells in its details what was tried
     * @param recovery what was done about it last
     * @param replan whether whoever plans should look at the service and plan anew, and not just repeat the call
     * @param review where a person finds it, if it waits for one
     * @param effect what it may have changed
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
     */
    record Failed(
            Outcome.Failed outcome,
            Recovery recovery,
            boolean replan,
            Optional<String> review,
            Effect effect,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** A call that was not made, so that nothing was tried and nothing changed. */
        public static Failed notMade(Failure failure) {
            return notMade(failure, Effect.NONE);
        }

        /** A call that was not made because of an earlier one, which may have changed something. */
        public static Failed notMade(Failure failure, Effect earlier) {
            return new Failed(
                    new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY),
                    new Recovery.Surface(),
                    false,
                    Optional.empty(),
                    earlier,
                    Optional.empty(),
                    List.of());
        }

        /** Copies the list. */
        public Failed {
            attempts = List.copyOf(attempts);
        }

        /** Why it failed. */
        public Failure failure() {
            return outcome.failure();
        }
    }

    /**
     * The caller cancelled the call. That is no failure.
     *
     * @param effect what it may have changed
     */
    record Cancelled(Outcome.Cancelled outcome, Effect effect, List<Attempt> attempts) implements Result {
        /** A call that its caller ended while it waited for one like it, which may have changed something. */
        static Cancelled whileItWaited() {
            return new Cancelled(new Outcome.Cancelled(Usage.none(0), Transcript.EMPTY), Effect.UNCERTAIN, List.of());
        }

        /** Copies the list. */
        public Cancelled {
            attempts = List.copyOf(attempts);
        }
    }

    /** A connector that gave a result in the place of another, and the failure of that. */
    record Substitute(String connector, String op, Failure instead) {}
}
