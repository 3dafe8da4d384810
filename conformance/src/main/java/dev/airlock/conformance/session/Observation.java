package dev.airlock.conformance.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.Optional;

/**
 * A call and its observed results.
 *
 * @param op the operation
 * @param args its arguments
 * @param outcome its outcome
 * @param requests the requests that arrived at the service
 */
public record Observation(String op, ObjectNode args, Outcome outcome, List<RecordedRequest> requests) {
    private static final int LONGEST_SHOWN = 200;

    public Observation {
        requests = List.copyOf(requests);
    }

    public boolean succeeded() {
        return outcome instanceof Outcome.Succeeded;
    }

    public Optional<Failure> failure() {
        return outcome instanceof Outcome.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
    }

    /** Returns the reason of a fault of the connector; empty for any other outcome. */
    public Optional<Reason> reason() {
        return failure()
                .flatMap(failure -> failure.cause() instanceof Cause.AtConnector fault
                        ? Optional.of(fault.reason())
                        : Optional.empty());
    }

    /** Returns the limit that ended it. */
    public Optional<LimitName> limit() {
        return failure()
                .flatMap(failure -> failure.cause() instanceof Cause.LimitReached reached
                        ? Optional.of(reached.limit())
                        : Optional.empty());
    }

    /** Returns whether the connector itself reported the failure. */
    public boolean reported() {
        return reason().filter(why -> why == Reason.REPORTED).isPresent();
    }

    /** Returns whether it failed because the service did not answer. */
    public boolean wasUnreached() {
        return failure()
                .filter(failure -> failure.failureClass() == FailureClass.NETWORK_ERROR)
                .isPresent();
    }

    /** Returns whether the connector itself reported a failure or an answer of an unknown shape. */
    public boolean complained() {
        return reason().filter(why -> why == Reason.REPORTED || why == Reason.UNEXPECTED_SHAPE)
                        .isPresent()
                || failure()
                        .filter(failure -> failure.failureClass() == FailureClass.EXTERNAL_API_ERROR)
                        .isPresent();
    }

    /** Returns whether it ended in a way that no connector should: a trap, an exit, output that is not a result. */
    public boolean broke() {
        return !reported()
                && failure()
                        .filter(failure -> failure.failureClass() == FailureClass.CONNECTOR_RUNTIME_ERROR)
                        .isPresent();
    }

    /** Returns whether its time ended it, which happens at a different point each time. */
    public boolean wasStoppedByTime() {
        return limit().filter(limit -> limit == LimitName.WALL_TIME).isPresent();
    }

    public boolean reachedALimit() {
        return limit().isPresent();
    }

    /** Returns a description of the call for a person. */
    public String call() {
        return ForeignText.clean(op) + " with " + ForeignText.clean(StrictJson.write(args), LONGEST_SHOWN);
    }

    /** Returns a description of its end for a person, as words that follow "ended with". */
    public String end() {
        return failure()
                .map(failure -> failure.failureClass().wireName() + ": " + failure.message())
                .orElse(succeeded() ? "a success" : "a cancellation");
    }
}
