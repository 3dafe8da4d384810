package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Effect;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.StepEnd;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.sandbox.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The outcome of an action in words for a model: what happened, what was done, what to do next. */
final class ToolText {
    /** The longest result that a conversation is given, in characters. */
    static final int LONGEST_OUTPUT = 100_000;

    /** How much of what a partial result lacks is told one by one. */
    static final int MOST_ERRORS = 20;

    private final Action action;
    private final ActionOutcome outcome;
    private final List<String> lines = new ArrayList<>();

    private ToolText(Action action, ActionOutcome outcome) {
        this.action = action;
        this.outcome = outcome;
    }

    static ToolResult of(String toolCallId, Action action, ActionOutcome outcome) {
        ToolText text = new ToolText(action, outcome);
        ToolResult.Kind kind = text.write();
        if (!outcome.recorded()) {
            text.lines.add("This outcome could not be written to the audit log.");
        }
        return new ToolResult(toolCallId, kind, String.join("\n", text.lines));
    }

    private ToolResult.Kind write() {
        if (outcome.outcome() instanceof Outcome.Succeeded succeeded) {
            return success(succeeded);
        }
        if (outcome.outcome() instanceof Outcome.Failed failed) {
            return failure(failed.failure());
        }
        lines.add("Action '" + action.name() + "' was cancelled.");
        whatWasDone();
        lines.add("audit_id: " + outcome.auditId());
        return ToolResult.Kind.CANCELLED;
    }

    private ToolResult.Kind success(Outcome.Succeeded succeeded) {
        boolean whole = succeeded.errors().isEmpty();
        lines.add("Action '" + action.name() + "' succeeded" + (whole ? "." : " in part."));
        List<ObjectNode> errors = succeeded.errors();
        errors.stream().limit(MOST_ERRORS).forEach(error -> lines.add("Not done: " + error(error)));
        if (errors.size() > MOST_ERRORS) {
            lines.add("Not done either: " + (errors.size() - MOST_ERRORS) + " more of that kind.");
        }
        substitutes();
        lines.add(output(succeeded.output()));
        lines.add("audit_id: " + outcome.auditId());
        return whole ? ToolResult.Kind.SUCCEEDED : ToolResult.Kind.PARTIAL;
    }

    private ToolResult.Kind failure(Failure failure) {
        lines.add("Action '" + action.name() + "' " + (outcome.steps().isEmpty() ? "was not run" : "failed") + ": "
                + failure.failureClass().wireName() + " (" + failure.message() + ")");
        lines.add(next(failure));
        whatWasDone();
        lines.add("audit_id: " + failure.auditId());
        return failure.failureClass() == FailureClass.CAPABILITY_DENIED
                ? ToolResult.Kind.DENIED
                : ToolResult.Kind.FAILED;
    }

    private static String next(Failure failure) {
        Map<String, Object> details = failure.details();
        List<String> next = new ArrayList<>();
        if (details.get("suggestion") instanceof String suggestion
                && !failure.message().contains(suggestion)) {
            next.add("Try: " + suggestion + ".");
        }
        if (Boolean.TRUE.equals(details.get("replan"))) {
            next.add("Look at the service first and plan anew.");
        } else {
            next.add(
                    failure.retriable()
                            ? "The same may work later."
                            : "Calling it again as it is will not help; tell the user, or do something else.");
        }
        if (details.get("review") instanceof String review) {
            next.add("It waits for a person, as review " + review + ".");
        }
        return String.join(" ", next);
    }

    /** What a model must know before it repeats anything. */
    private void whatWasDone() {
        List<String> completed = outcome.completedSteps();
        if (!completed.isEmpty()) {
            lines.add("Done before that, and not undone: " + String.join(", ", completed)
                    + ". Calling the action again may do it again.");
        }
        outcome.steps().stream()
                .filter(end -> !end.status().isDone() && isUncertain(end))
                .forEach(end -> lines.add(
                        "Step " + end.step() + " may have taken effect all the same; find out before you repeat it."));
    }

    private static boolean isUncertain(StepEnd end) {
        Result result = end.result().orElse(null);
        if (result instanceof Result.Cancelled cancelled) {
            return cancelled.effect() != Effect.NONE;
        }
        return result instanceof Result.Failed failed && failed.effect() == Effect.UNCERTAIN;
    }

    private void substitutes() {
        for (StepEnd end : outcome.steps()) {
            if (end.result().orElse(null) instanceof Result.Succeeded succeeded) {
                succeeded
                        .fallback()
                        .ifPresent(other -> lines.add("Step " + end.step() + " was done by its fallback, "
                                + other.connector() + " " + other.op() + ", since the first failed: "
                                + other.instead().failureClass().wireName() + "."));
            }
        }
    }

    private static String error(ObjectNode error) {
        String why = StrictJson.write(error.path("error"));
        return "step " + error.path("step").asText() + ": " + ForeignText.clean(why);
    }

    private static String output(ObjectNode output) {
        String json = StrictJson.write(output);
        int end = json.length() > LONGEST_OUTPUT && Character.isHighSurrogate(json.charAt(LONGEST_OUTPUT - 1))
                ? LONGEST_OUTPUT - 1
                : LONGEST_OUTPUT;
        return json.length() <= LONGEST_OUTPUT
                ? json
                : json.substring(0, end) + "… (cut; the whole result has " + json.length() + " characters)";
    }
}
