package dev.airlock.conformance;

import java.util.List;

/**
 * What all checks came to.
 *
 * @param connector the connector's name and version
 * @param results one for each check, in the order of the list
 */
public record Report(String connector, List<CheckResult> results) {
    /** Copies the list. */
    public Report {
        results = List.copyOf(results);
    }

    /** Whether no check of severity {@link Severity#ERROR} found anything that is not known, and every known failure is one. */
    public boolean conforms() {
        return results.stream().noneMatch(result -> result.word().fails());
    }

    /** How many results have that word. */
    public long count(CheckResult.Word word) {
        return results.stream().filter(result -> result.word() == word).count();
    }
}
