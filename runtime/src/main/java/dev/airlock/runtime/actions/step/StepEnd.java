package dev.airlock.runtime.actions.step;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.result.Result;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of one step of an action.
 *
 * @param step its id
 * @param connector the connector that it calls
 * @param op the operation that it calls
 * @param status how it ended
 * @param auditId the id of its call in the audit log; empty if there was no call
 * @param result the result of its call; empty if there was no call
 * @param reversal how its call can be undone, once; empty if it cannot be, or was not made now
 */
public record StepEnd(
        String step,
        String connector,
        String op,
        Status status,
        Optional<AuditId> auditId,
        Optional<Result> result,
        Optional<Reversal> reversal) {
    /**
     * How a call can be undone, once: by {@code airlock.reverse(connector, call, reason)}.
     *
     * @param call the call's audit id
     * @param connector the connector that made it
     * @param op the operation that undoes it
     */
    public record Reversal(AuditId call, String connector, String op) {}

    /** Returns when an earlier call with the same key had this result, so that the step was not repeated; empty if its call was made. */
    public Optional<Instant> recorded() {
        return result.flatMap(Result::recorded);
    }

    /** Returns the id of the review, if its failure waits for a person. */
    public Optional<String> review() {
        return result.flatMap(Result::review);
    }

    /** Returns its possible side effects if it gave no result; empty if it gave one, or there was no call. */
    public Optional<SideEffects> sideEffects() {
        return result.filter(known -> !status.isDone()).map(Result::sideEffects);
    }

    /** Returns whether it may have changed something without giving a result. A call that only reads changes nothing. */
    public boolean mayHaveTakenEffect() {
        return result.filter(known -> !status.isDone())
                .filter(known -> known.effect() == Effect.UNCERTAIN
                        || (known.effect() == Effect.REPEATABLE && !known.onlyRead()))
                .isPresent();
    }

    /** The ways in which a step can end. */
    public enum Status {
        /** The step gave a result. */
        SUCCEEDED("succeeded"),
        /** The step gave a result and reported partial problems. */
        PARTIAL("partial"),
        /** Its fallback gave a result instead. */
        FALLBACK("fallback"),
        /** The step failed, and the action goes on without it. */
        LOST("lost"),
        /** The step failed, and the action with it. */
        FAILED("failed"),
        /** The caller cancelled it. */
        CANCELLED("cancelled"),
        /** Its condition does not hold. */
        SKIPPED("skipped");

        private final String wireName;

        Status(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name in documents. */
        public String wireName() {
            return wireName;
        }

        /** Returns whether there is a result. */
        public boolean isDone() {
            return this == SUCCEEDED || this == PARTIAL || this == FALLBACK;
        }
    }
}
