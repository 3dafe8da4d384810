package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.sandbox.api.Outcome;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of an action. Every run has exactly one.
 *
 * <p>The output of a successful action has one member for each step that gave a result, by the step's id. Its errors have one element for
 * each partial problem, with the step and its error: a step's report on its own partial result, or the failure of an optional step. In the
 * latter case, {@code "lost"} names the lost capability.
 *
 * <p>The failure of an action is the failure of its step, unchanged; its details name that step and the completed ones. Nothing is rolled
 * back.
 *
 * @param auditId the action's id in the audit log
 * @param outcome the outcome, with the usage and transcript of all steps
 * @param steps the steps that were reached, in order
 * @param key the idempotency key from which those of its steps are derived; empty if each step had a random one, so that no repetition is
 *     recognised
 * @param audited false if there is an audit log that could not store the outcome
 */
public record ActionOutcome(
        AuditId auditId, Outcome outcome, List<StepEnd> steps, Optional<String> key, boolean audited) {
    /** Copies the list. */
    public ActionOutcome {
        steps = List.copyOf(steps);
    }

    /** Returns the outcome of an action that called no step. */
    static ActionOutcome notRun(AuditId auditId, Outcome outcome, boolean audited) {
        return new ActionOutcome(auditId, outcome, List.of(), Optional.empty(), audited);
    }

    /** Returns the ids of the steps that gave a result, in order. */
    public List<String> completedSteps() {
        return steps.stream()
                .filter(end -> end.status().isDone())
                .map(StepEnd::step)
                .toList();
    }

    /** Returns the ids of the steps that gave no result but may have taken effect. */
    public List<String> uncertainSteps() {
        return steps.stream()
                .filter(StepEnd::mayHaveTakenEffect)
                .map(StepEnd::step)
                .toList();
    }

    /** Returns the possible side effects of all its steps; empty if it succeeded. */
    public Optional<SideEffects> sideEffects() {
        return outcome.match(
                succeeded -> Optional.empty(),
                failed -> Optional.of(failed.failure().sideEffects()),
                cancelled -> Optional.of(cancelled.sideEffects()));
    }

    /** Returns when the outcome was recorded, if each of its steps was recorded earlier, so that nothing was done now. */
    public Optional<Instant> recorded() {
        List<StepEnd> called =
                steps.stream().filter(end -> end.result().isPresent()).toList();
        return called.stream().allMatch(end -> end.recorded().isPresent())
                ? called.stream().flatMap(end -> end.recorded().stream()).max(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** Returns the ids of the reviews of its failures, if any wait for a person. */
    public List<String> reviews() {
        return steps.stream().flatMap(end -> end.review().stream()).toList();
    }

    /** Returns how it ended, for a repetition. A lost step is not done, even if the action succeeded without it. */
    CallEnd ending() {
        CallEnd.How how = outcome.match(
                succeeded -> CallEnd.How.SUCCEEDED, failed -> CallEnd.How.FAILED, cancelled -> CallEnd.How.CANCELLED);
        Effect lost = steps.stream()
                .flatMap(end -> end.sideEffects().stream())
                .map(SideEffects::effect)
                .reduce(Effect.NONE, Effect::and);
        return new CallEnd(
                how, sideEffects().map(SideEffects::effect).orElse(lost), completedSteps(), uncertainSteps());
    }

    /** Returns the outcome of an action that continued an earlier one, with the earlier one's possible side effects. */
    ActionOutcome after(SideEffects earlier) {
        return new ActionOutcome(auditId, outcome.after(earlier), steps, key, audited);
    }

    /** Returns a copy that says whether the audit log has it. */
    ActionOutcome audited(boolean written) {
        return new ActionOutcome(auditId, outcome, steps, key, written);
    }
}
