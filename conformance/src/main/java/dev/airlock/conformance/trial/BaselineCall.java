package dev.airlock.conformance.trial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.SampleArguments;
import dev.airlock.manifests.Operation;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedExchange;
import dev.airlock.upstreams.script.ScriptedResponse;
import dev.airlock.upstreams.script.UpstreamScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A baseline call: a call that is expected to work, with the script that answers its requests.
 *
 * @param name its name in findings: the operation, and the scenario that it comes from
 * @param op the operation
 * @param args its arguments
 * @param key its idempotency key
 * @param script the script that answers its requests
 */
public record BaselineCall(String name, String op, ObjectNode args, String key, UpstreamScript script) {
    private static final String KEY = "conformance-call";
    /** The most scenarios of one operation that are tried; more seldom find more. */
    private static final int MOST_SCENARIOS = 3;

    /** An upstream that answers every request with an empty object. */
    private static final UpstreamScript GENERIC = new UpstreamScript(
            "a script that answers everything",
            Map.of(),
            List.of(new ScriptedExchange(
                    1,
                    1,
                    RequestMatch.ANY,
                    new RuleAnswer.Respond(new ScriptedResponse(
                            200, Map.of("Content-Type", List.of("application/json")), Body.of("{}"))),
                    OptionalInt.empty(),
                    Duration.ZERO)));

    /**
     * Returns the calls of an operation that are expected to work: those of the connector's scenarios, or else one with arguments that are
     * valid for its schema. The connector's script answers the latter, or, if it has none, a script that answers every request.
     */
    static List<BaselineCall> of(ConnectorUnderTest subject, Operation operation) {
        List<BaselineCall> calls = new ArrayList<>();
        subject.scenarios().stream()
                .filter(scenario -> scenario.call().op().equals(operation.name()))
                .filter(scenario -> scenario.expectation().failure().isEmpty())
                .limit(MOST_SCENARIOS)
                .map(BaselineCall::of)
                .forEach(calls::add);
        if (calls.isEmpty()) {
            boolean isScripted = !subject.script().exchanges().isEmpty();
            calls.add(new BaselineCall(
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

    static BaselineCall of(Scenario scenario) {
        return new BaselineCall(
                scenario.call().op() + " (scenario " + scenario.name() + ")",
                scenario.call().op(),
                scenario.call().args(),
                scenario.call().key(),
                scenario.surroundings().upstream());
    }

    /** Returns whether it comes from one of the connector's scenarios. */
    boolean isOfScenario() {
        return !name.equals(op);
    }

    /** Returns the script with a fault for connections before its rules. */
    UpstreamScript scriptWith(ScriptedExchange first) {
        List<ScriptedExchange> rules = new ArrayList<>(List.of(first));
        rules.addAll(script.exchanges());
        return new UpstreamScript(script.fileName(), script.bindings(), rules);
    }
}
