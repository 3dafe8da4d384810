package dev.airlock.conformance.scenarios;

import dev.airlock.sandbox.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * What a scenario came to.
 *
 * @param scenario the scenario
 * @param outcome what the call came to
 * @param requests what the upstream was asked, in order
 * @param notes what else is worth knowing, in words
 * @param differences where it is not as expected; empty: it passed
 */
public record ScenarioResult(
        Scenario scenario,
        Outcome outcome,
        List<RecordedRequest> requests,
        List<String> notes,
        List<Difference> differences) {
    /** Copies the lists. */
    public ScenarioResult {
        requests = List.copyOf(requests);
        notes = List.copyOf(notes);
        differences = List.copyOf(differences);
    }

    /** Whether everything is as expected. */
    public boolean passed() {
        return differences.isEmpty();
    }

    /** The same with one more difference. */
    ScenarioResult with(Difference difference) {
        List<Difference> more = new ArrayList<>(differences);
        more.add(difference);
        return new ScenarioResult(scenario, outcome, requests, notes, more);
    }
}
