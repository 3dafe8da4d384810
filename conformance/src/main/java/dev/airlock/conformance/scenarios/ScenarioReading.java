package dev.airlock.conformance.scenarios;

import java.util.List;

/** The outcome of reading a scenario file: the scenario, or all its problems. */
public sealed interface ScenarioReading {
    /** A scenario without problems. */
    record Valid(Scenario scenario) implements ScenarioReading {}

    /**
     * At least one problem.
     *
     * @param problems the problems, each on one line: place, problem, correction
     */
    record Invalid(List<String> problems) implements ScenarioReading {
        /** Copies the list. */
        public Invalid {
            problems = List.copyOf(problems);
        }
    }
}
