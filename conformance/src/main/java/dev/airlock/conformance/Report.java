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

    /** Whether no check of severity {@link Severity#ERROR} found anything. */
    public boolean conforms() {
        return count("error") == 0;
    }

    /** How many results have that word, as {@link CheckResult#word} gives it. */
    public long count(String word) {
        return results.stream().filter(result -> result.word().equals(word)).count();
    }
}
