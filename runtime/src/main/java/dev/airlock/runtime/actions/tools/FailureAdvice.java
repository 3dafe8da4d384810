package dev.airlock.runtime.actions.tools;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.recovery.result.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The advice to a model after a failure. It neither repeats nor contradicts the message.
 *
 * @param failure the failure
 * @param outcome the action that failed
 */
record FailureAdvice(Failure failure, ActionOutcome outcome) {
    private static final int LONGEST_WAIT = 60;

    private static final Set<Reason> OF_THE_MACHINE =
            Set.of(Reason.AUDIT_UNAVAILABLE, Reason.STORE_UNAVAILABLE, Reason.VAULT_UNAVAILABLE);

    /** Returns the advice in whole sentences; empty if the message says it all. */
    String text() {
        List<String> next = new ArrayList<>();
        String advice = advice();
        if (!advice.isEmpty()) {
            next.add(advice);
        }
        failed().flatMap(Result.Failed::review)
                .ifPresent(review -> next.add("It waits for a person, as review " + review + "."));
        return String.join(" ", next);
    }

    /** Returns the result of the step's call that made the action fail, if there was one. */
    private Optional<Result.Failed> failed() {
        return outcome.steps().stream()
                .flatMap(end -> end.result().stream())
                .filter(Result.Failed.class::isInstance)
                .map(Result.Failed.class::cast)
                .reduce((earlier, last) -> last);
    }

    private String advice() {
        if (failed().filter(Result.Failed::replan).isPresent()) {
            return "Check the state of the service first, then make a new plan.";
        }
        if (messageSaysIt()) {
            return "";
        }
        if (isOfTheMachine()) {
            return "Tell the user; the same call may work after that.";
        }
        String suggestion = failure.suggestion();
        if (!failure.retriable()) {
            return suggestion.isEmpty()
                    ? "The same call will fail again; tell the user, or do something else."
                    : suggestion;
        }
        String when = when();
        return failure.sideEffects().effect() == Effect.UNCERTAIN
                ? "It may work later, but do not repeat it until you know what it changed."
                : Stream.of(when, suggestion, "The same call may work later.")
                        .filter(sentence -> !sentence.isEmpty())
                        .findFirst()
                        .orElseThrow();
    }

    /** Returns whether the message has the advice already: for wrong arguments, used keys, and time spent waiting in Airlock. */
    private boolean messageSaysIt() {
        return failure.cause() instanceof Cause.BadInput
                || (failure.cause() instanceof Cause.LimitReached reached && wasInAirlock(reached.before()))
                || (failure.cause() instanceof Cause.Faulty faulty && faulty.reason() == Reason.KEY_REUSED);
    }

    private static boolean wasInAirlock(BeforeLimit before) {
        return before.waited().isPresent()
                || before.wallTimeIn().filter(WallTimeIn.HOST::equals).isPresent();
    }

    /** Returns whether one of Airlock's own resources is unavailable; the message has a person's next step. */
    private boolean isOfTheMachine() {
        return failure.cause() instanceof Cause.Faulty faulty && OF_THE_MACHINE.contains(faulty.reason());
    }

    private String when() {
        if (failure.cause() instanceof Cause.CircuitOpen open) {
            return "The same call may work after " + open.shownRetryAt() + ".";
        }
        if (!(failure.cause() instanceof Cause.Answered answered)
                || answered.retryAfter().isEmpty()) {
            return "";
        }
        String shown = ForeignText.clean(answered.retryAfter(), LONGEST_WAIT);
        boolean isSeconds = !shown.isEmpty() && shown.chars().allMatch(Character::isDigit);
        return "The service asks to wait " + (isSeconds ? shown + " s" : "until " + shown)
                + "; the same call may work after that.";
    }
}
