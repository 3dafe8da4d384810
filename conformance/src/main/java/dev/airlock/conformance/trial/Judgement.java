package dev.airlock.conformance.trial;

import java.util.List;

/** The judgement of a check. */
public sealed interface Judgement {
    /** The check found nothing. */
    record Passed() implements Judgement {}

    /** The findings, each a sentence that is safe to show; at least one. */
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

    /** The check does not apply; the reason is a sentence. */
    record NotApplicable(String why) implements Judgement {}

    /** The check applies, and nothing could be tried; the reason is a sentence. This is not a pass. */
    record NotExercised(String why) implements Judgement {}

    /** Returns the findings, or, if there are none and something could not be tried, the first of these reasons, which are sentences. */
    static Judgement of(List<String> findings, List<String> untried) {
        return findings.isEmpty() && !untried.isEmpty() ? new NotExercised(untried.get(0)) : of(findings);
    }

    /** Returns the findings, or a pass if there are none. */
    static Judgement of(List<String> findings) {
        return findings.isEmpty() ? new Passed() : new Found(findings);
    }
}
