package dev.airlock.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.manifests.Operation;
import dev.airlock.upstreams.script.Answer;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.script.ScriptedExchange;
import dev.airlock.upstreams.script.ScriptedResponse;
import dev.airlock.upstreams.script.UpstreamScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A call that works, as far as anybody knows: what it is asked, and what answers its requests.
 *
 * @param name what findings call it: the operation, and the scenario that it is from
 * @param op the operation
 * @param args its arguments
 * @param key its idempotency key
 * @param script what answers its requests
 */
record WorkingCall(String name, String op, ObjectNode args, String key, UpstreamScript script) {
    private static final String KEY = "conformance-call";
    /** How many scenarios of one operation are tried; more seldom say more. */
    private static final int MOST_SCENARIOS = 3;

    /** An upstream that answers whatever it is asked with an empty object. */
    private static final UpstreamScript GENERIC = new UpstreamScript(
            "a script that answers everything",
            Map.of(),
            List.of(new ScriptedExchange(
                    1,
                    1,
                    RequestMatch.ANY,
                    new Answer.Respond(new ScriptedResponse(
                            200, Map.of("Content-Type", List.of("application/json")), Body.of("{}"))),
                    OptionalInt.empty(),
                    Duration.ZERO)));

    /**
     * The calls of an operation that are to work: those of the connector's own scenarios, or else one with arguments that suit its
     * schema, answered by the connector's script or, if it has none, by one that has an answer to everything.
     */
    static List<WorkingCall> of(Subject subject, Operation operation) {
        List<WorkingCall> calls = new ArrayList<>();
        subject.scenarios().stream()
                .filter(scenario -> scenario.call().op().equals(operation.name()))
                .filter(scenario -> scenario.expectation().failure().isEmpty())
                .limit(MOST_SCENARIOS)
                .map(WorkingCall::of)
                .forEach(calls::add);
        if (calls.isEmpty()) {
            boolean isScripted = !subject.script().exchanges().isEmpty();
            calls.add(new WorkingCall(
                    operation.name(),
                    operation.name(),
                    SampleArguments.of(operation),
                    KEY,
                    isScripted
                            ? subject.script()
                            : new UpstreamScript(
                                    GENERIC.fileName(), subject.script().bindings(), GENERIC.exchanges())));
        }
        return calls;
    }

    static WorkingCall of(Scenario scenario) {
        return new WorkingCall(
                scenario.call().op() + " (scenario " + scenario.name() + ")",
                scenario.call().op(),
                scenario.call().args(),
                scenario.call().key(),
                scenario.surroundings().upstream());
    }

    /** The same before a service to which connections go wrong. */
    UpstreamScript scriptWith(ScriptedExchange first) {
        List<ScriptedExchange> rules = new ArrayList<>(List.of(first));
        rules.addAll(script.exchanges());
        return new UpstreamScript(script.fileName(), script.bindings(), rules);
    }
}
