package dev.airlock.conformance.scenarios;

import dev.airlock.sandbox.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
    /** Where differences lie that an expectation says. */
    private static final Set<String> EXPECTED =
            Set.of("expect", "outcome", "output", "output_at", "errors", "failure", "requests");

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

    /** The differences that no expectation could take in: a budget, a recorded fuel, a request without a rule, a recording. */
    public List<Difference> stayingDifferences() {
        return differences.stream()
                .filter(difference -> !EXPECTED.contains(difference.at().split("[/ ]", 2)[0]))
                .toList();
    }

    /** The same with one more difference. */
    ScenarioResult with(Difference difference) {
        List<Difference> more = new ArrayList<>(differences);
        more.add(difference);
        return new ScenarioResult(scenario, outcome, requests, notes, more);
    }
}
