package dev.airlock.cli.author;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The scenarios in the connector's folder that a person named. */
final class ScenarioFiles {
    private ScenarioFiles() {}

    /** Returns all scenarios, which may be none. Ends the command if any of them has problems. */
    static List<Scenario> read(Terminal terminal, Path directory) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path file : ScenarioSuite.files(terminal.resolve(directory))) {
            Path typed = directory.resolve(ScenarioSuite.FOLDER).resolve(String.valueOf(file.getFileName()));
            ScenarioReading reading = ScenarioReader.read(file, TypedFile.shown(typed));
            if (reading instanceof ScenarioReading.Valid valid) {
                scenarios.add(valid.scenario());
            } else {
                problems.addAll(((ScenarioReading.Invalid) reading).problems());
            }
        }
        if (!problems.isEmpty()) {
            throw CommandProblem.configuration("Correct the scenarios and run the command again.", problems);
        }
        return scenarios;
    }
}
