package dev.airlock.conformance.scenarios.report;

import dev.airlock.conformance.report.JUnitDocument;
import dev.airlock.conformance.report.JUnitDocument.Verdict;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.expectation.Difference;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Writes results as JUnit XML for build servers. */
public final class ScenarioJUnitReport {
    private ScenarioJUnitReport() {}

    /**
     * Returns the document.
     *
     * @param connector the connector's name
     */
    public static String of(String connector, List<ScenarioResult> results) {
        return JUnitDocument.of(
                connector,
                results.stream()
                        .map(result -> new JUnitDocument.Case(
                                connector,
                                result.scenario().name(),
                                OptionalLong.of(result.outcome().usage().wallMillis()),
                                verdict(result)))
                        .toList());
    }

    private static Verdict verdict(ScenarioResult result) {
        if (result.passed()) {
            return new Verdict.Passed();
        }
        return new Verdict.Failed(
                result.differences().stream().map(Difference::at).collect(Collectors.joining(", ")),
                String.join("\n", DifferenceText.lines(result.differences())));
    }
}
