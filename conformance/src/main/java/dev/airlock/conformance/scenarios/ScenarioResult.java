package dev.airlock.conformance.scenarios;

import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.RecordedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The result of a scenario.
 *
 * @param scenario the scenario
 * @param outcome the outcome of the call
 * @param requests the requests to the upstream, in order
 * @param notes further notes, in words
 * @param differences the differences from the expectation; empty if it passed
 */
public record ScenarioResult(
        Scenario scenario,
        Outcome outcome,
        List<RecordedRequest> requests,
        List<String> notes,
        List<Difference> differences) {
    /** The places of differences that an expectation covers. */
    private static final Set<String> EXPECTED =
            Set.of("expect", "outcome", "output", "output_at", "errors", "failure", "requests");

    /** Copies the lists. */
    public ScenarioResult {
        requests = List.copyOf(requests);
        notes = List.copyOf(notes);
        differences = List.copyOf(differences);
    }

    /** Returns whether there are no differences. */
    public boolean passed() {
        return differences.isEmpty();
    }

    /**
     * Returns the differences that no new expectation can remove: those of a budget, of recorded fuel, of a request without a rule, or of a
     * recording.
     */
    public List<Difference> stayingDifferences() {
        return differences.stream()
                .filter(difference -> !EXPECTED.contains(difference.at().split("[/ ]", 2)[0]))
                .toList();
    }

    /** Returns this result with one more difference. */
    public ScenarioResult with(Difference difference) {
        List<Difference> more = new ArrayList<>(differences);
        more.add(difference);
        return new ScenarioResult(scenario, outcome, requests, notes, more);
    }
}
