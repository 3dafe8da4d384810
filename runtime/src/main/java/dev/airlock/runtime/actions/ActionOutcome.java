package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Effect;
import dev.airlock.failures.SideEffects;
import dev.airlock.runtime.recovery.Ending;
import dev.airlock.sandbox.Outcome;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What an action came to. Every call of one has exactly one.
 *
 * <p>The output of an action that succeeded has one member for each step that gave a result, by the step's id. Its errors have one
 * element for everything that did not work out all the same, with the step and its error: what a step says of its own partial result, or
 * why an optional step failed; then {@code "lost"} names what is lost.
 *
 * <p>The failure of an action is that of the step that failed, untouched; its details name that step and those that were completed.
 * Nothing is rolled back.
 *
 * @param auditId where the audit log keeps the action's call
 * @param outcome what it came to, with everything that its steps used and left behind
 * @param steps the steps that were reached, in order
 * @param key the idempotency key that those of its steps are made of; empty if each step drew its own, so that nothing is recognised
 * @param audited false if there is an audit log and it could not take the outcome
 */
public record ActionOutcome(
        AuditId auditId, Outcome outcome, List<StepEnd> steps, Optional<String> key, boolean audited) {
    /** Copies the list. */
    public ActionOutcome {
        steps = List.copyOf(steps);
    }

    /** Of an action of which no step was called. */
    static ActionOutcome notRun(AuditId auditId, Outcome outcome, boolean audited) {
        return new ActionOutcome(auditId, outcome, List.of(), Optional.empty(), audited);
    }

    /** The ids of the steps that gave a result, in order. */
    public List<String> completedSteps() {
        return steps.stream()
                .filter(end -> end.status().isDone())
                .map(StepEnd::step)
                .toList();
    }

    /** The ids of the steps that gave no result, and may have taken effect all the same. */
    public List<String> uncertainSteps() {
        return steps.stream()
                .filter(StepEnd::mayHaveTakenEffect)
                .map(StepEnd::step)
                .toList();
    }

    /** What it may have changed, all its steps together; empty if it succeeded. */
    public Optional<SideEffects> sideEffects() {
        return outcome.match(
                succeeded -> Optional.empty(),
                failed -> Optional.of(failed.failure().sideEffects()),
                cancelled -> Optional.of(cancelled.sideEffects()));
    }

    /** Since when it is known what it came to, if each of its steps was recorded before, so that nothing was done. */
    public Optional<Instant> recorded() {
        List<StepEnd> called =
                steps.stream().filter(end -> end.result().isPresent()).toList();
        return called.stream().allMatch(end -> end.recorded().isPresent())
                ? called.stream().flatMap(end -> end.recorded().stream()).max(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** Where a person finds what did not work out, as far as that waits for one. */
    public List<String> reviews() {
        return steps.stream().flatMap(end -> end.review().stream()).toList();
    }

    /** How it ended, for whoever repeats it. A step that was lost is not done, even if the action succeeded without it. */
    Ending ending() {
        Ending.How how = outcome.match(
                succeeded -> Ending.How.SUCCEEDED, failed -> Ending.How.FAILED, cancelled -> Ending.How.CANCELLED);
        Effect lost = steps.stream()
                .flatMap(end -> end.sideEffects().stream())
                .map(SideEffects::effect)
                .reduce(Effect.NONE, Effect::and);
        return new Ending(how, sideEffects().map(SideEffects::effect).orElse(lost), completedSteps(), uncertainSteps());
    }

    /** The same of an action that went on with an earlier one, which may have changed that. */
    ActionOutcome after(SideEffects earlier) {
        return new ActionOutcome(auditId, outcome.after(earlier), steps, key, audited);
    }

    /** The same, and whether the audit log has it. */
    ActionOutcome audited(boolean written) {
        return new ActionOutcome(auditId, outcome, steps, key, written);
    }
}
