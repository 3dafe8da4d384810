package dev.airlock.runtime.recovery;

import dev.airlock.failures.Effect;
import dev.airlock.failures.Failure;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Usage;
import java.util.List;
import java.util.Optional;

/** What a call came to after everything that was done for it. Every call has exactly one. */
public sealed interface Result {
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

    /**
     * The connector, or the fallback, gave a result.
     *
     * @param outcome the result
     * @param fallback whether another connector gave it; then what, and why the first one did not
     * @param recorded whether this is the outcome of an earlier call with the same key, and nothing was done
     * @param sideEffects what it may have changed on its way, for whoever has to know whether more may be repeated
     */
    record Succeeded(
            Outcome.Succeeded outcome,
            Optional<Substitute> fallback,
            boolean recorded,
            SideEffects sideEffects,
            List<Attempt> attempts)
            implements Result {
        /** Copies the list. */
        public Succeeded {
            attempts = List.copyOf(attempts);
        }
    }

    /**
     * The action goes on without it.
     *
     * @param capability what is lost: the connector and its operation
     * @param outcome why
     */
    record Degraded(String capability, Outcome.Failed outcome, List<Attempt> attempts) implements Result {
        /** Copies the list. */
        public Degraded {
            attempts = List.copyOf(attempts);
        }

        @Override
        public SideEffects sideEffects() {
            return outcome.failure().sideEffects();
        }
    }

    /**
     * The call failed.
     *
     * @param outcome the failure, which tells in its details what was tried
     * @param recovery what was done about it last
     * @param replan whether whoever plans should look at the service and plan anew, and not just repeat the call
     * @param review where a person finds it, if it waits for one
     * @param recorded whether this is the outcome of an earlier call with the same key, and nothing was done
     */
    record Failed(
            Outcome.Failed outcome,
            Recovery recovery,
            boolean replan,
            Optional<String> review,
            boolean recorded,
            List<Attempt> attempts)
            implements Result {
        /** A call that was not made, so that nothing was tried and nothing changed. */
        public static Failed notMade(Failure failure) {
            return new Failed(
                    Outcome.Failed.notMade(failure), new Recovery.Surface(), false, Optional.empty(), false, List.of());
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
        public SideEffects sideEffects() {
            return outcome.failure().sideEffects();
        }
    }

    /** The caller cancelled the call. That is no failure. */
    record Cancelled(Outcome.Cancelled outcome, List<Attempt> attempts) implements Result {
        /** Copies the list. */
        public Cancelled {
            attempts = List.copyOf(attempts);
        }

        @Override
        public SideEffects sideEffects() {
            return outcome.sideEffects();
        }
    }

    /** A connector that gave a result in the place of another, and the failure of that. */
    record Substitute(String connector, String op, Failure instead) {}
}
