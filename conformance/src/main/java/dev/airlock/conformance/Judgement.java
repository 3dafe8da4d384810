package dev.airlock.conformance;

import java.util.List;

/** What a check came to. */
public sealed interface Judgement {
    /** There was something to check, and nothing was found. */
    record Passed() implements Judgement {}

    /** What was found, each as a sentence fit to be shown; at least one. */
    record Found(List<String> findings) implements Judgement {
        /**
         * Copies the list.
         *
         * @throws IllegalArgumentException if it is empty
         */
        public Found {
            findings = List.copyOf(findings);
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("something is found");
            }
        }
    }

    /** There is nothing to check; why, as a sentence. */
    record NotApplicable(String why) implements Judgement {}

    /** There is something to check, and nothing of it could be tried; why, as a sentence. That is not a pass. */
    record NotExercised(String why) implements Judgement {}

    /** What was found; if nothing was, and something could not be tried, that. The texts of the latter are sentences. */
    static Judgement of(List<String> findings, List<String> untried) {
        return findings.isEmpty() && !untried.isEmpty() ? new NotExercised(untried.get(0)) : of(findings);
    }

    /** Passed, unless something was found. */
    static Judgement of(List<String> findings) {
        return findings.isEmpty() ? new Passed() : new Found(findings);
    }
}
