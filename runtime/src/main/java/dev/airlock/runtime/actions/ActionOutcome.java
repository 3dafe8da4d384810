package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.Outcome;
import java.util.List;

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
 * @param recorded false if there is an audit log and it could not take the outcome
 */
public record ActionOutcome(AuditId auditId, Outcome outcome, List<StepEnd> steps, boolean recorded) {
    /** Copies the list. */
    public ActionOutcome {
        steps = List.copyOf(steps);
    }

    /** The ids of the steps that gave a result, in order. */
    public List<String> completedSteps() {
        return steps.stream()
                .filter(end -> end.status().isDone())
                .map(StepEnd::step)
                .toList();
    }

    /** The same, and whether the audit log has it. */
    ActionOutcome recorded(boolean written) {
        return new ActionOutcome(auditId, outcome, steps, written);
    }
}
