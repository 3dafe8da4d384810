package dev.airlock.conformance.scenarios;

import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.ScenarioBudget;
import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.ScriptedUpstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The calls of one scenario, one after the other, each compared with its expectation before the next is made. */
final class CallSequence {
    private final Scenario scenario;
    private final ScriptedUpstream upstream;
    private final ScenarioState state;
    private final List<Difference> differences = new ArrayList<>();
    private Optional<Comparison> first = Optional.empty();
    private int requests;
    private int made;

    CallSequence(Scenario scenario, ScriptedUpstream upstream, ScenarioState state) {
        this.scenario = scenario;
        this.upstream = upstream;
        this.state = state;
    }

    /** Makes the calls, and returns the outcome of the first. */
    Outcome run(Sandbox sandbox, Connector connector) {
        state.begin(connector, scenario.surroundings().state());
        Outcome outcome = sandbox.invoke(connector, call(scenario.call()));
        add(outcome);
        for (Scenario.Then then : scenario.then()) {
            Outcome next = sandbox.invoke(connector, call(then.call()));
            made++;
            comparison(then.expectation(), ScenarioBudget.NONE, next).differences().stream()
                    .map(difference -> new Difference(
                            "then " + made + "/" + difference.at(), difference.expected(), difference.actual()))
                    .forEach(differences::add);
        }
        return outcome;
    }

    /** Returns the result, whose first call may have been refused before it began. */
    ScenarioResult result(Outcome outcome) {
        if (first.isEmpty()) {
            add(outcome);
        }
        for (int number = made + 1; number <= scenario.then().size(); number++) {
            differences.add(Difference.missing("then " + number, "a call; the connector was not loaded"));
        }
        return first.orElseThrow().result(scenario, differences, upstream.report());
    }

    private void add(Outcome outcome) {
        Comparison comparison = comparison(scenario.expectation(), scenario.budget(), outcome);
        differences.addAll(comparison.differences());
        first = Optional.of(comparison);
    }

    private Comparison comparison(Expectation expectation, ScenarioBudget budget, Outcome outcome) {
        List<RecordedRequest> all = upstream.requests();
        List<RecordedRequest> own = all.subList(requests, all.size());
        requests = all.size();
        return new Comparison(expectation, budget, outcome, List.copyOf(own), state::value);
    }

    private static Call call(Scenario.Asked asked) {
        return new Call(asked.op(), asked.args(), asked.key(), asked.attempt(), AuditId.random(), new Cancellation());
    }
}
