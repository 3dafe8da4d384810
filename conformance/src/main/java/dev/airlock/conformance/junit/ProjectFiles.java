package dev.airlock.conformance.junit;

import dev.airlock.conformance.Conformance;
import dev.airlock.conformance.KnownFailures;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the files of a connector for its checks. A problem with one of them is an error of the test project. */
final class ProjectFiles {
    private ProjectFiles() {}

    static Conformance read(Path folder) throws IOException {
        ConnectorUnderTest subject = ConnectorUnderTest.of(
                        ManifestReader.read(folder.resolve("manifest.toml")).orThrow(),
                        Files.readAllBytes(folder.resolve("connector.wasm")))
                .withScenarios(scenarios(folder));
        Path script = folder.resolve("upstream.toml");
        return Conformance.of(
                Files.isRegularFile(script) ? subject.answeredBy(script(script)) : subject, known(folder));
    }

    private static List<Scenario> scenarios(Path folder) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        for (Path file : ScenarioSuite.files(folder)) {
            ScenarioReading reading = ScenarioReader.read(file, file.toString());
            if (reading instanceof ScenarioReading.Invalid wrong) {
                throw wrong(file, wrong.problems());
            }
            scenarios.add(((ScenarioReading.Valid) reading).scenario());
        }
        return scenarios;
    }

    private static UpstreamScript script(Path file) {
        ScriptReading reading = UpstreamScript.read(file);
        if (reading instanceof ScriptReading.Invalid wrong) {
            throw wrong(file, wrong.problems());
        }
        return ((ScriptReading.Valid) reading).script();
    }

    private static KnownFailures known(Path folder) throws IOException {
        Path file = folder.resolve(KnownFailures.FILE);
        if (!Files.isRegularFile(file)) {
            return KnownFailures.NONE;
        }
        KnownFailures.Reading reading = KnownFailures.parse(file.toString(), Files.readString(file));
        if (reading instanceof KnownFailures.Reading.Invalid wrong) {
            throw wrong(file, wrong.problems());
        }
        return ((KnownFailures.Reading.Valid) reading).known();
    }

    private static IllegalArgumentException wrong(Path file, List<?> problems) {
        return new IllegalArgumentException(file + " has problems: " + problems);
    }
}
