package dev.airlock.runtime.recovery;

import dev.airlock.failures.Effect;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a call came to after everything that was done for it. Every call has exactly one. */
public sealed interface Result {
    /** Takes the result apart: applies the function of its case. */
    <T> T match(
            Function<Succeeded, T> succeeded,
            Function<Degraded, T> degraded,
            Function<Failed, T> failed,
            Function<Cancelled, T> cancelled);

    /** The attempts, in order; those at a fallback included. None if the outcome is one that was recorded before. */
    List<Attempt> attempts();

    /** What the call itself came to: the result, or why there is none. Its usage is the sum over the attempts. */
    Outcome outcome();

    /** What the whole call may have changed: all its attempts, and its fallback's. */
    SideEffects sideEffects();

    /** How far the whole call may have taken effect. */
    default Effect effect() {
        return sideEffects().effect();
    }

    /** What the last attempt alone used; empty if none was made. */
    default Optional<Usage> lastUsage() {
        List<Attempt> made = attempts();
        return made.isEmpty()
                ? Optional.empty()
                : Optional.of(made.get(made.size() - 1).usage());
    }

    /** When an earlier call with the same key came to this, so that nothing was done now; empty if this call was made. */
    default Optional<Instant> recorded() {
        return Optional.empty();
    }

    /** Where a person finds the failure, if it waits for one. */
    default Optional<String> review() {
        return Optional.empty();
    }

    /** Whether nothing was asked for but to be read. Of an outcome that was recorded, nobody knows. */
    default boolean onlyRead() {
        return recorded().isEmpty() && attempts().stream().allMatch(Attempt::onlyRead);
    }

    /** The same of a call that went on with an earlier one under its key, which may have changed that. A success stays one. */
    default Result after(SideEffects earlier) {
        return this;
    }

    /**
     * The connector, or the fallback, gave a result.
     *
     * @param outcome the result
     * @param fallback whether another connector gave it; then what, and why the first one did not
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
     * @param sideEffects what it may have changed on its way, for whoever has to know whether more may be repeated
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
     * The action goes on without it.
     *
     * @param capability what is lost: the connector and its operation
     * @param outcome why
     * @param review where a person finds it, if it waits for one
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
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
     * @param outcome the failure, which tells in its details what was tried
     * @param recovery what was done about it last
     * @param replan whether whoever plans should look at the service and plan anew, and not just repeat the call
     * @param review where a person finds it, if it waits for one
     * @param recorded when an earlier call with the same key came to this; empty if this call was made
     */
    record Failed(
            Outcome.Failed outcome,
            Recovery recovery,
            boolean replan,
            Optional<String> review,
            Optional<Instant> recorded,
            List<Attempt> attempts)
            implements Result {
        /** A call that was not made, so that nothing was tried and nothing changed. */
        public static Failed notMade(Failure failure) {
            return notMade(Outcome.Failed.notMade(failure));
        }

        /** The same of one that took some time to find that out. */
        public static Failed notMade(Outcome.Failed outcome) {
            return new Failed(outcome, new Recovery.Surface(), false, Optional.empty(), Optional.empty(), List.of());
        }

        /** A call that was not made because of an earlier one, which may have changed something. */
        public static Failed notMade(Failure failure, SideEffects earlier) {
            return notMade(failure.withSideEffects(earlier));
        }

        /** Copies the list. */
        public Failed {
            attempts = List.copyOf(attempts);
        }

        /** Why it failed. */
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

    /** The caller cancelled the call. That is no failure. */
    record Cancelled(Outcome.Cancelled outcome, List<Attempt> attempts) implements Result {
        /** A call that was cancelled before it began. */
        static Cancelled beforehand() {
            return new Cancelled(Outcome.Cancelled.beforehand(0), List.of());
        }

        /** A call that was cancelled while it waited for one that is the same, which may have changed something. */
        static Cancelled whileItWaited(SideEffects earlier) {
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

    /** A connector that gave a result in the place of another, and the failure of that. */
    record Substitute(String connector, String op, Failure instead) {}
}
