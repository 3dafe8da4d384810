package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedFailure;
import dev.airlock.failures.FailureClass;
import dev.airlock.sandbox.recording.Recording;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The expectation of a scenario that names a recording and has no other: the recorded outcome. */
public final class RecordedExpectation {
    /** The details of a failure that an expectation has. */
    public static final List<String> TELLING =
            List.of("reason", "status", "limit", "claimed_class", "requested", "kind");

    private RecordedExpectation() {}

    /** Returns the outcome of a recorded call that was not cancelled. */
    public static Expectation of(Recording recording) {
        JsonNode outcome = recording.end().outcome();
        Optional<ExpectedFailure> failure = FailureClass.ofWireName(
                        outcome.at("/error/class").asText())
                .map(known -> failure(known, outcome.path("error")));
        Optional<JsonNode> output = failure.isPresent() ? Optional.empty() : Optional.of(outcome.path("output"));
        return new Expectation(
                output,
                Optional.empty(),
                List.of(),
                Optional.ofNullable(outcome.get("errors")).filter(errors -> failure.isEmpty()),
                failure,
                Optional.empty(),
                Map.of());
    }

    private static ExpectedFailure failure(FailureClass known, JsonNode error) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        for (String telling : TELLING) {
            if (error.path("details").has(telling)) {
                details.set(telling, error.path("details").get(telling));
            }
        }
        return new ExpectedFailure(
                known,
                Optional.of(error.path("retriable").asBoolean()),
                Optional.of(error.path("boundary").asText()),
                Optional.empty(),
                Optional.of(details));
    }
}
