package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.JsonPath;
import dev.airlock.failures.FailureClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The expected result of a call. Parts without an expectation are not compared, but a call with an expected output must succeed, and a call
 * must not fail unless a failure is expected.
 *
 * @param output the output, exactly
 * @param outputContains a part of the output
 * @param outputAt values at paths in the output
 * @param errors the errors of a partial result, exactly; if empty and the output is compared, there must be none
 * @param failure the failure of the call
 * @param requests all requests to the upstream, in this order
 * @param state what the connector keeps after the call, by key; other keys are not compared
 */
public record Expectation(
        Optional<JsonNode> output,
        Optional<JsonNode> outputContains,
        List<AtPath> outputAt,
        Optional<JsonNode> errors,
        Optional<ExpectedFailure> failure,
        Optional<List<ExpectedRequest>> requests,
        Map<String, String> state) {
    /** No expectations, which is most likely a mistake. */
    public static final Expectation NONE = new Expectation(
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());

    /** Copies the lists. */
    public Expectation {
        outputAt = List.copyOf(outputAt);
        requests = requests.map(List::copyOf);
        state = Map.copyOf(state);
    }

    /** Returns whether there are no expectations. */
    public boolean isEmpty() {
        return !looksAtOutput() && failure.isEmpty() && requests.isEmpty() && state.isEmpty();
    }

    /** Returns whether the result is compared, so that the call must succeed. */
    public boolean looksAtOutput() {
        return output.isPresent() || outputContains.isPresent() || !outputAt.isEmpty() || errors.isPresent();
    }

    /**
     * A value in the output.
     *
     * @param path its path as written
     * @param compiled the compiled path
     * @param value the expected value, or a list for a path that may lead to several values
     */
    public record AtPath(String path, JsonPath compiled, JsonNode value) {}

    /**
     * A failure; empty parts are not compared.
     *
     * @param failureClass its class
     * @param retriable whether the same call may succeed
     * @param boundary its boundary
     * @param messageContains a part of its message
     * @param details some of its details
     */
    public record ExpectedFailure(
            FailureClass failureClass,
            Optional<Boolean> retriable,
            Optional<String> boundary,
            Optional<String> messageContains,
            Optional<ObjectNode> details) {}

    /**
     * A request to the upstream; empty parts are not compared.
     *
     * @param method its method
     * @param host the host as sent, with its port unless that is the scheme's default
     * @param path its path, raw; with a question mark, path and query
     * @param headers some of its headers, by lower-case name
     * @param body its body, exactly
     * @param bodyContains a part of its body
     * @param json its body as a JSON value
     */
    public record ExpectedRequest(
            Optional<String> method,
            Optional<String> host,
            Optional<String> path,
            Map<String, String> headers,
            Optional<String> body,
            Optional<String> bodyContains,
            Optional<JsonNode> json) {
        /** Copies the map. */
        public ExpectedRequest {
            headers = Map.copyOf(headers);
        }
    }
}
