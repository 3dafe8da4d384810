package dev.airlock.runtime.actions.tools;

import dev.airlock.failures.Effect;
import dev.airlock.failures.Failure;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.Reason;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.schema.OperationShapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a model is told to do about a failure, once: what the message says already is not said again, and nothing that contradicts it.
 *
 * @param failure the failure
 * @param outcome the action that ended with it
 */
record NextStep(Failure failure, ActionOutcome outcome) {
    private static final int LONGEST_WAIT = 60;

    private static final Set<String> OF_THE_MACHINE = Stream.of(
                    Reason.AUDIT_UNAVAILABLE, Reason.STORE_UNAVAILABLE, Reason.VAULT_UNAVAILABLE)
            .map(Reason::wireName)
            .collect(Collectors.toSet());

    /** Whole sentences; empty if the message says it all. */
    String text() {
        List<String> next = new ArrayList<>();
        String advice = advice();
        if (!advice.isEmpty()) {
            next.add(advice);
        }
        if (failure.details().get("review") instanceof String review) {
            next.add("It waits for a person, as review " + review + ".");
        }
        return String.join(" ", next);
    }

    private String advice() {
        if (Boolean.TRUE.equals(failure.details().get("replan"))) {
            return "Look at the service first and plan anew.";
        }
        if (messageSaysIt()) {
            return "";
        }
        if (isOfTheMachine()) {
            return "Tell the user; the same may work when that is done.";
        }
        String suggestion = suggestion();
        if (!failure.retriable()) {
            return suggestion.isEmpty()
                    ? "Calling it again as it is will not help; tell the user, or do something else."
                    : suggestion;
        }
        String when = when();
        return failure.sideEffects().effect() == Effect.UNCERTAIN
                ? "It may work later, but do not repeat it before you know what it changed."
                : Stream.of(when, suggestion, "The same may work later.")
                        .filter(sentence -> !sentence.isEmpty())
                        .findFirst()
                        .orElseThrow();
    }

    /** Arguments that do not fit, and keys that were used, say in the message what to do. */
    private boolean messageSaysIt() {
        Object reason = failure.details().get("reason");
        return Reason.KEY_REUSED.wireName().equals(reason)
                || (Reason.BAD_INPUT.wireName().equals(reason)
                        && failure.message().contains(OperationShapes.CORRECT_IT));
    }

    /** What Airlock itself needs cannot be used; the message says what a person does about it. */
    private boolean isOfTheMachine() {
        return failure.details().get("reason") instanceof String reason && OF_THE_MACHINE.contains(reason);
    }

    private String suggestion() {
        if (!(failure.details().get("suggestion") instanceof String suggestion)) {
            return "";
        }
        String sentence = suggestion.replaceAll("[.]+$", "");
        return failure.message().contains(sentence) ? "" : sentence + ".";
    }

    private String when() {
        if (failure.details().get("retry_at") instanceof String moment) {
            return "The same may work after " + ForeignText.clean(moment, LONGEST_WAIT) + ".";
        }
        if (!(failure.details().get("retry_after") instanceof String wait)) {
            return "";
        }
        String shown = ForeignText.clean(wait, LONGEST_WAIT);
        boolean isSeconds = !shown.isEmpty() && shown.chars().allMatch(Character::isDigit);
        return "The service asks to wait " + (isSeconds ? shown + " s" : "until " + shown)
                + "; the same may work after that.";
    }
}
