package dev.airlock.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.Reason;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.sandbox.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.Optional;

/**
 * A call and all that was seen of it.
 *
 * @param op the operation
 * @param args its arguments
 * @param outcome what it came to
 * @param requests what arrived at the service
 */
record Observation(String op, ObjectNode args, Outcome outcome, List<RecordedRequest> requests) {
    private static final int LONGEST_SHOWN = 200;

    Observation {
        requests = List.copyOf(requests);
    }

    boolean succeeded() {
        return outcome instanceof Outcome.Succeeded;
    }

    Optional<Failure> failure() {
        return outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
    }

    /** Whether the connector itself said that the call failed. */
    boolean reported() {
        return failure()
                .filter(failure -> failure.failureClass() == FailureClass.CONNECTOR_RUNTIME_ERROR)
                .filter(failure ->
                        Reason.REPORTED.wireName().equals(failure.details().get("reason")))
                .isPresent();
    }

    /** Whether it failed since the service did not answer. */
    boolean wasUnreached() {
        return failure()
                .filter(failure -> failure.failureClass() == FailureClass.NETWORK_ERROR)
                .isPresent();
    }

    /** Whether the connector itself said that the call failed, or that what it got has another shape than it knows. */
    boolean complained() {
        return reported()
                || failure()
                        .filter(failure -> failure.failureClass() == FailureClass.EXTERNAL_API_ERROR
                                || Reason.UNEXPECTED_SHAPE
                                        .wireName()
                                        .equals(failure.details().get("reason")))
                        .isPresent();
    }

    /** Whether it ended in a way that no connector should: a trap, an exit, output that is no result. */
    boolean broke() {
        return !reported()
                && failure()
                        .filter(failure -> failure.failureClass() == FailureClass.CONNECTOR_RUNTIME_ERROR)
                        .isPresent();
    }

    /** Whether it ran until its time was over, which is at another place each time. */
    boolean wasStoppedByTime() {
        return failure()
                .filter(failure -> failure.failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED)
                .filter(failure ->
                        LimitName.WALL_TIME.wireName().equals(failure.details().get("limit")))
                .isPresent();
    }

    boolean reachedALimit() {
        return failure()
                .filter(failure -> failure.failureClass() == FailureClass.RESOURCE_LIMIT_EXCEEDED)
                .isPresent();
    }

    /** The call, for a person. */
    String call() {
        return ForeignText.clean(op) + " with " + ForeignText.clean(StrictJson.write(args), LONGEST_SHOWN);
    }

    /** The end of the call, for a person: what goes after "ended with". */
    String end() {
        return failure()
                .map(failure -> failure.failureClass().wireName() + ": " + failure.message())
                .orElse(succeeded() ? "a success" : "a cancellation");
    }
}
