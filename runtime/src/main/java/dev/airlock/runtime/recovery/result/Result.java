package dev.airlock.runtime.recovery.result;

import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The result of a call after all recovery. Every call has exactly one. */
public sealed interface Result {
    /** Applies the function for this case. */
    <T> T match(
            Function<Succeeded, T> succeeded,
            Function<Degraded, T> degraded,
            Function<Failed, T> failed,
            Function<Cancelled, T> cancelled);

    /** Returns the attempts in order, including those at a fallback. Empty if the outcome was stored earlier. */
    List<Attempt> attempts();

    /** Returns the outcome of the call itself. Its usage is the sum over the attempts. */
    Outcome outcome();

    /** Returns the possible side effects of the whole call, including its fallback. */
    SideEffects sideEffects();

    /** Returns how far the whole call may have taken effect. */
    default Effect effect() {
        return sideEffects().effect();
    }

    /** Returns the usage of the last attempt alone; empty if there was none. */
    default Optional<Usage> lastUsage() {
        List<Attempt> made = attempts();
        return made.isEmpty()
                ? Optional.empty()
                : Optional.of(made.get(made.size() - 1).usage());
    }

    /** Returns when an earlier call with the same key had this result, so that nothing was done now; empty if this call was made. */
    default Optional<Instant> recorded() {
        return Optional.empty();
    }

    /** Returns the id of the review, if the failure waits for a person. */
    default Optional<String> review() {
        return Optional.empty();
    }

    /** Returns whether all requests only read. False for a stored outcome, of which that is unknown. */
    default boolean onlyRead() {
        return recorded().isEmpty() && attempts().stream().allMatch(Attempt::onlyRead);
    }

    /**
     * Returns the result of a call that continued an earlier one under its key, with the earlier one's possible side effects. A success
     * stays as it is.
     */
    default Result after(SideEffects earlier) {
        return this;
    }

    /**
     * The connector, or its fallback, gave a result.
     *
     * @param outcome the result
     * @param fallback the connector that gave it instead, and why the first one did not; empty if the first one gave it
     * @param recorded when an earlier call with the same key had this result; empty if this call was made
     * @param sideEffects its possible side effects on the way, to decide whether more may be repeated
     */
    record Succeeded(
            Outcome.Succeeded outcome,
            Optional<Substitute> fallback,
            Optional<Instant> recorded,
            SideEffects sideEffects,
            List<Attempt> attempts)
            implements Result {
        /** Copies the list. */
        public Succeeded {
            attempts = List.copyOf(attempts);
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded,
                Function<Degraded, T> degraded,
                Function<Failed, T> failed,
                Function<Cancelled, T> cancelled) {
            return succeeded.apply(this);
        }
    }

    /**
     * The call failed, and the action goes on without it.
     *
     * @param capability the lost capability: the connector and its operation
     * @param outcome the failure
     * @param review the id of its review, if it waits for one
     * @param recorded when an earlier call with the same key had this result; empty if this call was made
     */
    record Degraded(
            String capability,
            Outcome.Failed outcome,
            Optional<String> review,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** Copies the list. */
        public Degraded {
            attempts = List.copyOf(attempts);
        }

        @Override
        public Degraded after(SideEffects earlier) {
            return new Degraded(capability, outcome.after(earlier), review, recorded, attempts);
        }

        @Override
        public SideEffects sideEffects() {
            return outcome.failure().sideEffects();
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded,
                Function<Degraded, T> degraded,
                Function<Failed, T> failed,
                Function<Cancelled, T> cancelled) {
            return degraded.apply(this);
        }
    }

    /**
     * The call failed.
     *
     * @param outcome the failure, with the attempts in its details
     * @param recovery the last recovery step
     * @param replan whether the planner should look at the service and plan again, instead of only repeating the call
     * @param review the id of its review, if it waits for one
     * @param recorded when an earlier call with the same key had this result; empty if this call was made
     */
    record Failed(
            Outcome.Failed outcome,
            Recovery recovery,
            boolean replan,
            Optional<String> review,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** Returns the result of a call that was not made: nothing was tried and nothing changed. */
        public static Failed notMade(Failure failure) {
            return notMade(Outcome.Failed.notMade(failure));
        }

        /** Returns the result of a call that was not made, with the time that finding that out took. */
        public static Failed notMade(Outcome.Failed outcome) {
            return new Failed(outcome, new Recovery.Surface(), false, Optional.empty(), Optional.empty(), List.of());
        }

        /** Returns the result of a call that was not made because of an earlier one, which may have changed something. */
        public static Failed notMade(Failure failure, SideEffects earlier) {
            return notMade(failure.withSideEffects(earlier));
        }

        /** Copies the list. */
        public Failed {
            attempts = List.copyOf(attempts);
        }

        /** Returns why it failed. */
        public Failure failure() {
            return outcome.failure();
        }

        @Override
        public Failed after(SideEffects earlier) {
            return new Failed(outcome.after(earlier), recovery, replan, review, recorded, attempts);
        }

        @Override
        public SideEffects sideEffects() {
            return outcome.failure().sideEffects();
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded,
                Function<Degraded, T> degraded,
                Function<Failed, T> failed,
                Function<Cancelled, T> cancelled) {
            return failed.apply(this);
        }
    }

    /** The caller cancelled the call. This is not a failure. */
    record Cancelled(Outcome.Cancelled outcome, List<Attempt> attempts) implements Result {
        /** Returns the result of a call that was cancelled before it began. */
        public static Cancelled beforehand() {
            return new Cancelled(Outcome.Cancelled.beforehand(0), List.of());
        }

        /** Returns the result of a call that was cancelled while it waited for an identical one, which may have changed something. */
        public static Cancelled whileItWaited(SideEffects earlier) {
            return new Cancelled(new Outcome.Cancelled(earlier, Usage.none(0), Transcript.EMPTY), List.of());
        }

        /** Copies the list. */
        public Cancelled {
            attempts = List.copyOf(attempts);
        }

        @Override
        public Cancelled after(SideEffects earlier) {
            return new Cancelled(outcome.after(earlier), attempts);
        }

        @Override
        public SideEffects sideEffects() {
            return outcome.sideEffects();
        }

        @Override
        public <T> T match(
                Function<Succeeded, T> succeeded,
                Function<Degraded, T> degraded,
                Function<Failed, T> failed,
                Function<Cancelled, T> cancelled) {
            return cancelled.apply(this);
        }
    }

    /**
     * A connector that gave a result instead of another one.
     *
     * @param instead the failure of the other one
     */
    record Substitute(String connector, String op, Failure instead) {}
}
