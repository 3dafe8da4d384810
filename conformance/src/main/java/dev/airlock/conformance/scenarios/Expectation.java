package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.JsonPath;
import dev.airlock.failures.FailureClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What has to come of a call. What is not said is not looked at, except that a call with expectations of its output has to
 * succeed, and that a call that is not expected to fail must not.
 *
 * @param output the output, exactly
 * @param outputContains a part of the output
 * @param outputAt values in the output
 * @param errors the errors of a partial result, exactly; empty: there are none, if the output is looked at
 * @param failure how the call fails
 * @param requests what the upstream is asked, in this order, and nothing else
 */
public record Expectation(
        Optional<JsonNode> output,
        Optional<JsonNode> outputContains,
        List<AtPath> outputAt,
        Optional<JsonNode> errors,
        Optional<ExpectedFailure> failure,
        Optional<List<ExpectedRequest>> requests) {
    /** Nothing is expected, which is most likely not meant. */
    public static final Expectation NONE = new Expectation(
            Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Copies the lists. */
    public Expectation {
        outputAt = List.copyOf(outputAt);
        requests = requests.map(List::copyOf);
    }

    /** Whether anything is looked at. */
    public boolean isEmpty() {
        return !looksAtOutput() && failure.isEmpty() && requests.isEmpty();
    }

    /** Whether the call has to succeed, since its result is looked at. */
    public boolean looksAtOutput() {
        return output.isPresent() || outputContains.isPresent() || !outputAt.isEmpty() || errors.isPresent();
    }

    /**
     * A value in the output.
     *
     * @param path where it is, as it is written
     * @param compiled the same, ready to be used
     * @param value what it has to be; of a path that may lead to several values, the list of them
     */
    public record AtPath(String path, JsonPath compiled, JsonNode value) {}

    /**
     * A failure; what is empty is not looked at.
     *
     * @param failureClass its class
     * @param retriable whether the same call may succeed
     * @param boundary where it was made
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
     * A request to the upstream; what is empty is not looked at.
     *
     * @param method its method
     * @param host the host as it was sent, with its port unless that is the scheme's own
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
