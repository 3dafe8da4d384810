package dev.airlock.conformance.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.Failure;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call against a service that echoes each request, including credentials, both unchanged and reversed.
 *
 * @param seen the observation of the call
 * @param leaks the wrong places in which a part of a credential appeared
 */
public record EchoTrial(Observation seen, List<String> leaks) {
    /** A mark in a member of each answer that no service has. It appears in a log only if the connector logs answers as they came. */
    private static final String MARK = "airlock-conformance-payload";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static List<EchoTrial> all(TrialFixture stage, BaselineCall call) {
        List<EchoTrial> all = new ArrayList<>();
        for (int status : new int[] {200, 400}) {
            Observation seen =
                    stage.call(call, call.script(), (request, usual) -> echo(status, request), new Cancellation());
            all.add(new EchoTrial(seen, leaks(seen, stage)));
        }
        return all;
    }

    /** Returns whether the connector wrote an answer to its log or its standard error as it came. */
    public boolean isLogged() {
        return logged(seen).contains(MARK)
                || seen.outcome().transcript().stderr().contains(MARK);
    }

    private static RuleAnswer echo(int status, RecordedRequest request) {
        ObjectNode body = JSON.objectNode().put("airlock_conformance", MARK);
        ArrayNode lines = body.putArray("lines");
        lines.add(request.target());
        StringBuilder all = new StringBuilder(request.target()).append("; ");
        request.headers()
                .forEach((name, values) -> values.forEach(value -> {
                    lines.add(name + ": " + value);
                    all.append(name).append(": ").append(value).append("; ");
                }));
        body.put("message", all.toString());
        body.put("turned", all.reverse().toString());
        body.putObject("error").put("message", body.path("message").asText());
        return new RuleAnswer.Respond(new ScriptedResponse(
                status,
                Map.of(
                        "Content-Type",
                        List.of("application/json"),
                        "X-Echo",
                        List.of(body.path("turned").asText())),
                Body.of(StrictJson.write(body))));
    }

    private static List<String> leaks(Observation seen, TrialFixture stage) {
        List<String> leaks = new ArrayList<>();
        sinks(seen, stage).forEach((sink, text) -> {
            if (!stage.redacted(text).equals(text)) {
                leaks.add(sink);
            }
        });
        return leaks;
    }

    /** Returns all texts that others may read, by the name of each place. */
    private static Map<String, String> sinks(Observation seen, TrialFixture stage) {
        Map<String, String> sinks = new LinkedHashMap<>();
        if (seen.outcome() instanceof Outcome.Succeeded succeeded) {
            sinks.put("its output", StrictJson.write(succeeded.output()));
            sinks.put("the errors of its output", succeeded.errors().toString());
        }
        seen.failure().map(Failure::message).ifPresent(text -> sinks.put("its failure's message", text));
        seen.failure()
                .map(failure -> failure.details().toString())
                .ifPresent(text -> sinks.put("its failure's details", text));
        sinks.put("its log", logged(seen));
        sinks.put("its standard error", seen.outcome().transcript().stderr());
        seen.requests()
                .forEach(request -> sinks.merge(
                        "a request, outside the slot for it",
                        stage.asAsked(request) + "\n" + request.body().text(),
                        (one, other) -> one + "\n" + other));
        return sinks;
    }

    private static String logged(Observation seen) {
        return String.join(
                "\n",
                seen.outcome().transcript().logs().stream()
                        .map(LogLine::message)
                        .toList());
    }
}
