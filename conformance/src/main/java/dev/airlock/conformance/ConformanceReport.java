package dev.airlock.conformance;

import dev.airlock.conformance.trial.Unexercised;
import java.util.List;
import java.util.Locale;

/**
 * The results of the checks.
 *
 * @param connector the connector's name and version
 * @param results one result for each check, in the order of the list
 * @param unexercised what no check could judge, with the reason
 */
public record ConformanceReport(String connector, List<CheckResult> results, List<Unexercised> unexercised) {
    /** Copies the lists. */
    public ConformanceReport {
        results = List.copyOf(results);
        unexercised = List.copyOf(unexercised);
    }

    /** The results of a connector of which everything could be called. */
    public ConformanceReport(String connector, List<CheckResult> results) {
        this(connector, results, List.of());
    }

    /** The result of all checks together. */
    public enum Status {
        /** Every check was exercised or does not apply, and none found what keeps the connector from conforming. */
        CONFORMS,
        /** No check found anything that keeps it from conforming, and some could not be exercised. */
        NOT_EXERCISED,
        /** A check of severity {@link Severity#ERROR} found an unknown failure, or a known failure was not found. */
        FAILS;

        /** Returns the word in reports. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the result of all checks together. */
    public Status status() {
        if (results.stream().anyMatch(result -> result.word().fails())) {
            return Status.FAILS;
        }
        return count(CheckResult.Word.NOT_EXERCISED) > 0 ? Status.NOT_EXERCISED : Status.CONFORMS;
    }

    /** Returns whether the connector is shown to conform. A check that was not exercised shows nothing. */
    public boolean conforms() {
        return status() == Status.CONFORMS;
    }

    /** Returns the number of results with that word. */
    public long count(CheckResult.Word word) {
        return results.stream().filter(result -> result.word() == word).count();
    }
}
