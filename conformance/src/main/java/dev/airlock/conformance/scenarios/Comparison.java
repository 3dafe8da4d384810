package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.PathNotFoundException;
import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.Expectation.AtPath;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedFailure;
import dev.airlock.conformance.scenarios.expectation.JsonDifferences;
import dev.airlock.conformance.scenarios.expectation.PathValues;
import dev.airlock.conformance.scenarios.expectation.RequestDifferences;
import dev.airlock.conformance.scenarios.expectation.ScenarioBudget;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.UpstreamReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Compares the outcome of a call with its expectations. Use it once, right after the call. */
final class Comparison {
    private final Expectation expectation;
    private final ScenarioBudget budget;
    private final Outcome outcome;
    private final List<RecordedRequest> requests;
    private final Function<String, Optional<String>> state;
    private final List<Difference> found = new ArrayList<>();

    /** @param state what the connector keeps after the call, by key */
    Comparison(
            Expectation expectation,
            ScenarioBudget budget,
            Outcome outcome,
            List<RecordedRequest> requests,
            Function<String, Optional<String>> state) {
        this.expectation = expectation;
        this.budget = budget;
        this.outcome = outcome;
        this.requests = requests;
        this.state = state;
    }

    ScenarioResult result(Scenario scenario, UpstreamReport report) {
        return result(scenario, differences(), report);
    }

    /** Returns the result of a scenario whose differences are known, with what the upstream reports at the end. */
    ScenarioResult result(Scenario scenario, List<Difference> differences, UpstreamReport report) {
        List<Difference> all = new ArrayList<>(differences);
        report.unmatched().forEach(line -> all.add(Difference.unexpected("upstream", line)));
        return new ScenarioResult(scenario, outcome, requests, report.notes(), all);
    }

    /** Returns the differences of the call itself. */
    List<Difference> differences() {
        if (expectation.isEmpty()) {
            found.add(Difference.unexpected(
                    "expect", "nothing is expected; write [expect], or run with --update to write it"));
        }
        outcome.visit(
                this::success,
                failed -> failure(failed.failure()),
                cancelled -> found.add(Difference.unexpected("outcome", "the call was cancelled")));
        expectation.requests().ifPresent(expected -> found.addAll(RequestDifferences.between(expected, requests)));
        expectation.state().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(kept -> kept(kept.getKey(), kept.getValue()));
        budget();
        return found;
    }

    private void kept(String key, String expected) {
        String place = "state/" + key;
        state.apply(key)
                .ifPresentOrElse(
                        actual -> text(place, expected, actual), () -> found.add(Difference.missing(place, expected)));
    }

    private void success(Outcome.Succeeded succeeded) {
        expectation
                .failure()
                .ifPresent(expected -> found.add(Difference.of(
                        "outcome",
                        "failure " + expected.failureClass().wireName(),
                        "success " + StrictJson.write(succeeded.output()))));
        expectation
                .output()
                .ifPresent(expected -> found.addAll(JsonDifferences.exact("output", expected, succeeded.output())));
        expectation
                .outputContains()
                .ifPresent(expected -> found.addAll(JsonDifferences.subset("output", expected, succeeded.output())));
        expectation.outputAt().forEach(expected -> at(expected, succeeded.output()));
        if (expectation.looksAtOutput()) {
            ArrayNode errors = JsonNodeFactory.instance.arrayNode();
            succeeded.errors().forEach(errors::add);
            JsonNode expected = expectation.errors().orElseGet(JsonNodeFactory.instance::arrayNode);
            found.addAll(JsonDifferences.exact("errors", expected, errors));
        }
    }

    private void at(AtPath expected, JsonNode output) {
        String place = "output_at " + expected.path();
        try {
            JsonNode actual = PathValues.find(expected, output);
            found.addAll(JsonDifferences.exact(place, expected.value(), actual));
        } catch (PathNotFoundException e) {
            found.add(Difference.missing(place, StrictJson.write(expected.value())));
        } catch (JsonPathException e) {
            found.add(Difference.of(place, StrictJson.write(expected.value()), "the path does not fit the output"));
        }
    }

    private void failure(Failure failure) {
        if (expectation.failure().isEmpty()) {
            found.add(Difference.of(
                    "outcome", "success", "failure " + failure.failureClass().wireName() + ": " + failure.message()));
            return;
        }
        ExpectedFailure expected = expectation.failure().get();
        JsonNode actual = FailureEnvelope.errorNode(failure);
        text(
                "failure/class",
                expected.failureClass().wireName(),
                actual.path("class").asText());
        expected.retriable()
                .ifPresent(flag -> text(
                        "failure/retriable",
                        flag.toString(),
                        actual.path("retriable").asText()));
        expected.boundary()
                .ifPresent(word ->
                        text("failure/boundary", word, actual.path("boundary").asText()));
        expected.messageContains()
                .filter(part -> !failure.message().contains(part))
                .ifPresent(part -> found.add(Difference.of("failure/message", "… " + part + " …", failure.message())));
        expected.details()
                .ifPresent(details ->
                        found.addAll(JsonDifferences.subset("failure/details", details, actual.path("details"))));
    }

    private void text(String at, String expected, String actual) {
        if (!expected.equals(actual)) {
            found.add(Difference.of(at, expected, actual));
        }
    }

    private void budget() {
        budget.fuel()
                .ifPresent(most -> atMost("budget/fuel", most, outcome.usage().fuel()));
        budget.memory()
                .ifPresent(most -> atMost("budget/memory", most, outcome.usage().memoryPeakBytes()));
    }

    private void atMost(String at, long most, long used) {
        if (used > most) {
            found.add(Difference.of(at, "at most " + most, Long.toString(used)));
        }
    }
}
