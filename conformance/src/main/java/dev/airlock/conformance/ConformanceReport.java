package dev.airlock.conformance;

import java.util.List;

/**
 * The results of all checks.
 *
 * @param connector the connector's name and version
 * @param results one result for each check, in the order of the list
 */
public record ConformanceReport(String connector, List<CheckResult> results) {
    /** Copies the list. */
    public ConformanceReport {
        results = List.copyOf(results);
    }

    /** Returns whether no check of severity {@link Severity#ERROR} found an unknown failure, and every known failure was found. */
    public boolean conforms() {
        return results.stream().noneMatch(result -> result.word().fails());
    }

    /** Returns the number of results with that word. */
    public long count(CheckResult.Word word) {
        return results.stream().filter(result -> result.word() == word).count();
    }
}
