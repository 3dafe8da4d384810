package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Outcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The outcome of an action in words for a model: what happened, what was done, what to do next. */
final class ToolText {
    /** The maximum length of an output for a conversation, in characters. */
    static final int LONGEST_OUTPUT = 100_000;

    /** The maximum number of problems of a partial result that are listed one by one. */
    static final int MOST_ERRORS = 20;

    /** The maximum length of the connector's own details about a failure, in characters. */
    static final int LONGEST_DETAILS = 2_000;

    private final String action;
    private final ActionOutcome outcome;
    private final List<String> lines = new ArrayList<>();

    private ToolText(String action, ActionOutcome outcome) {
        this.action = action;
        this.outcome = outcome;
    }

    static ToolResult of(String toolCallId, Action action, ActionOutcome outcome) {
        ToolText text = new ToolText(action.name(), outcome);
        ToolResult.Kind kind = text.write();
        return text.result(toolCallId, kind);
    }

    /** Returns the result for an action that does not exist. */
    static ToolResult unknown(String toolCallId, String why, ActionOutcome refused) {
        ToolText text = new ToolText("", refused);
        text.lines.add(why);
        return text.result(toolCallId, ToolResult.Kind.UNKNOWN);
    }

    private ToolResult result(String toolCallId, ToolResult.Kind kind) {
        outcome.sideEffects().ifPresent(this::sideEffects);
        lines.add("audit_id: " + outcome.auditId());
        if (!outcome.audited()) {
            lines.add("This outcome could not be written to the audit log.");
        }
        return new ToolResult(toolCallId, kind, String.join("\n", lines), Optional.of(outcome));
    }

    private void sideEffects(SideEffects changed) {
        lines.add("effect: " + changed.effect().wireName() + ", request_sent: " + changed.requestSent()
                + changed.idempotencyKey()
                        .map(key -> ", idempotency_key: " + key)
                        .orElse(""));
    }

    private ToolResult.Kind write() {
        return outcome.outcome().match(this::success, failed -> failure(failed.failure()), this::cancelled);
    }

    private ToolResult.Kind cancelled(Outcome.Cancelled cancelled) {
        lines.add(name() + " was cancelled.");
        whatWasDone();
        return ToolResult.Kind.CANCELLED;
    }

    private String name() {
        return "Action '" + action + "'";
    }

    private ToolResult.Kind success(Outcome.Succeeded succeeded) {
        boolean whole = succeeded.errors().isEmpty();
        lines.add(name() + " succeeded" + (whole ? "." : " in part."));
        whatWasRecorded();
        List<ObjectNode> errors = succeeded.errors();
        errors.stream().limit(MOST_ERRORS).forEach(error -> lines.add("Not done: " + error(error)));
        if (errors.size() > MOST_ERRORS) {
            lines.add("Not done: " + (errors.size() - MOST_ERRORS) + " more errors.");
        }
        outcome.steps()
                .forEach(end -> end.review()
                        .ifPresent(review ->
                                lines.add("Step " + end.step() + " waits for a person, as review " + review + ".")));
        whatIsUncertain();
        substitutes();
        lines.add(output(succeeded.output()));
        return whole ? ToolResult.Kind.SUCCEEDED : ToolResult.Kind.PARTIAL;
    }

    private ToolResult.Kind failure(Failure failure) {
        lines.add(name() + " " + (outcome.steps().isEmpty() ? "was not run" : "failed") + ": "
                + failure.failureClass().wireName() + " (" + failure.message() + ")");
        whatTheConnectorAdds(failure);
        whatWasRecorded();
        String next = new FailureAdvice(failure, outcome).text();
        if (!next.isEmpty()) {
            lines.add(next);
        }
        whatWasDone();
        return failure.failureClass() == FailureClass.CAPABILITY_DENIED
                ? ToolResult.Kind.DENIED
                : ToolResult.Kind.FAILED;
    }

    /** Adds the connector's own details, which are already clean and bounded, and may name the wrong field. */
    private void whatTheConnectorAdds(Failure failure) {
        JsonNode own = FailureEnvelope.errorNode(failure).path("details").path("connector");
        if (!own.isMissingNode()) {
            lines.add("The connector's details: " + cut(StrictJson.write(own), LONGEST_DETAILS));
        }
    }

    /** Adds the steps that were not repeated because they were done before. */
    private void whatWasRecorded() {
        Optional<Instant> whole = outcome.recorded();
        if (whole.isPresent()) {
            lines.add("It was not done again; this is the outcome of " + shown(whole.get()) + ".");
            return;
        }
        outcome.steps()
                .forEach(end -> end.recorded()
                        .ifPresent(at -> lines.add("Step " + end.step() + " was not done again; this is the outcome of "
                                + shown(at) + ".")));
    }

    /** Adds the completed and uncertain steps, which a model must know before it repeats anything. */
    private void whatWasDone() {
        List<String> completed = outcome.completedSteps();
        if (!completed.isEmpty()) {
            lines.add("Done before that, and not undone: " + String.join(", ", completed) + "."
                    + (goesOn()
                            ? " Calling the action again continues where it failed."
                            : " Calling the action again may do it again."));
        }
        whatIsUncertain();
    }

    /** Returns whether the same call is recognised by its key when it is repeated. */
    private boolean goesOn() {
        return outcome.key().isPresent()
                && outcome.sideEffects()
                        .filter(changed -> changed.effect() == Effect.UNCERTAIN)
                        .isEmpty()
                && !(outcome.outcome() instanceof Outcome.Cancelled);
    }

    private void whatIsUncertain() {
        outcome.uncertainSteps()
                .forEach(step -> lines.add("Step " + step + " may have taken effect all the same; "
                        + (goesOn()
                                ? "the service recognises a repeated call, so calling the action again does not do it twice."
                                : "check before you repeat it.")));
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

    private static String shown(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String error(ObjectNode error) {
        String why = StrictJson.write(error.path("error"));
        return "step " + error.path("step").asText() + ": " + ForeignText.clean(why);
    }

    private static String output(ObjectNode output) {
        return cut(StrictJson.write(output), LONGEST_OUTPUT);
    }

    private static String cut(String json, int longest) {
        int end =
                json.length() > longest && Character.isHighSurrogate(json.charAt(longest - 1)) ? longest - 1 : longest;
        return json.length() <= longest
                ? json
                : json.substring(0, end) + "… (cut; the whole has " + json.length() + " characters)";
    }
}
