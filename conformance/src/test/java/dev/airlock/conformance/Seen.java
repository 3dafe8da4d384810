package dev.airlock.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Body;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Observations of calls for tests. */
public final class Seen {
    /** No arguments. */
    public static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

    private static final Usage USAGE = Usage.none(1);

    private Seen() {}

    public static Observation success(String output, RecordedRequest... requests) {
        return new Observation("make", NONE, succeeded(output), List.of(requests));
    }

    public static Observation failure(Failure failure) {
        return new Observation("make", NONE, failed(failure), List.of());
    }

    public static Observation cancellation() {
        return new Observation(
                "make", NONE, new Outcome.Cancelled(SideEffects.NONE, USAGE, Transcript.EMPTY), List.of());
    }

    /** Returns a success with an output in JSON. */
    public static Outcome succeeded(String output) {
        return new Outcome.Succeeded((ObjectNode) json(output), List.of(), USAGE, Transcript.EMPTY);
    }

    /** Returns a failure. */
    public static Outcome failed(Failure failure) {
        return new Outcome.Failed(failure, USAGE, Transcript.EMPTY);
    }

    /** Returns a failure of the connector itself. */
    public static Failure runtimeError(Reason reason) {
        return Failure.connectorRuntimeError(AuditId.random(), reason, "it went wrong", Details.none());
    }

    /** Returns the failure for an answer of a service. */
    public static Failure apiError(int status) {
        return Failure.externalApiError(
                AuditId.random(), Cause.Answered.of(status, "a.example"), "it answered", "", "", Details.none());
    }

    /** Returns the failure for a limit that was reached. */
    public static Failure limit(LimitName limit) {
        return Failure.resourceLimitExceeded(AuditId.random(), limit, 1, 2);
    }

    /** Returns a request that arrived. */
    public static RecordedRequest request(
            String method, String target, Map<String, List<String>> headers, String body) {
        return new RecordedRequest(
                1, "HTTP/1.1", "https", method, "a.example", target, headers, Body.of(body), OptionalInt.of(1), true);
    }

    /** Returns a JSON value. */
    public static JsonNode json(String text) {
        try {
            return StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
