package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Effect;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.recovery.Result;
import java.time.Instant;
import java.util.Optional;

/**
 * How one step of an action ended.
 *
 * @param step its id
 * @param connector the connector that it calls
 * @param op the operation that it calls
 * @param status how it ended
 * @param auditId where the audit log keeps its call; empty if none was made
 * @param result what its call came to; empty if none was made
 * @param reversal how its call can be undone, once; empty if it cannot, or was not made now
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
     * How a call can be undone, once: {@code airlock.reverse(connector, call, reason)} does.
     *
     * @param call the call's audit id
     * @param connector the connector that made it
     * @param op the operation that undoes it
     */
    public record Reversal(AuditId call, String connector, String op) {}

    /** When an earlier call with the same key came to this, so that the step was not done again; empty if its call was made. */
    public Optional<Instant> recorded() {
        return result.flatMap(Result::recorded);
    }

    /** Where a person finds why it failed, if that waits for one. */
    public Optional<String> review() {
        return result.flatMap(Result::review);
    }

    /** What it may have changed although it gave no result; empty if it gave one, or no call was made. */
    public Optional<SideEffects> sideEffects() {
        return result.filter(known -> !status.isDone()).map(Result::sideEffects);
    }

    /** Whether it may have changed something although it gave no result. What only reads changes nothing. */
    public boolean mayHaveTakenEffect() {
        return result.filter(known -> !status.isDone())
                .filter(known -> known.effect() == Effect.UNCERTAIN
                        || (known.effect() == Effect.REPEATABLE && !known.onlyRead()))
                .isPresent();
    }

    /** How a step can end. */
    public enum Status {
        /** It gave a result. */
        SUCCEEDED("succeeded"),
        /** It gave a result, and says what did not work out. */
        PARTIAL("partial"),
        /** Its fallback gave a result in its place. */
        FALLBACK("fallback"),
        /** It failed, and the action goes on without it. */
        LOST("lost"),
        /** It failed, and the action with it. */
        FAILED("failed"),
        /** The caller ended it. */
        CANCELLED("cancelled"),
        /** Its condition does not hold. */
        SKIPPED("skipped");

        private final String wireName;

        Status(String wireName) {
            this.wireName = wireName;
        }

        /** The name in documents. */
        public String wireName() {
            return wireName;
        }

        /** Whether there is a result. */
        public boolean isDone() {
            return this == SUCCEEDED || this == PARTIAL || this == FALLBACK;
        }
    }
}
