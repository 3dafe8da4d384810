package dev.airlock.conformance.retelling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.failures.FailureClass;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.upstreams.script.ScriptedExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call is made, recorded, told as a scenario, and that scenario is run, on real sockets. */
class ScenarioOfRecordingTest {
    private static final String CANARY = "canary-credential-5f1d";
    private static final String LOOKUP = "sample-connectors/lookup-assemblyscript";
    private static final String CHAT = "sample-connectors/chat-post-rust";
    private static final String TRACKER = "sample-connectors/issue-tracker-go";
    private static final String RAIL = "sample-connectors/payment-rail-c";
    private static final String FETCH = "testdata/cli/fetch";
    private static final String ASKS = "testdata/cli/asks";

    static Stream<Path> scenarios() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.find(
                RecordedRun.ROOT.resolve("sample-connectors"),
                4,
                (file, attributes) -> file.getParent().endsWith("tests")
                        && file.toString().endsWith(".toml")
                        && !file.toString().contains("node_modules"))) {
            files = found.sorted().toList();
        }
        assertThat(files).hasSizeGreaterThan(12);
        return files.stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyCallOfASampleBecomesAScenarioThatPasses(Path file) {
        String folder = RecordedRun.ROOT.relativize(file).getParent().getParent().toString();

        passes(RecordedRun.of(folder), RecordedRun.valid(ScenarioReader.read(file, file.toString())));
    }

    private static Retelling.Told passes(RecordedRun connector, String call) {
        return passes(connector, RecordedRun.scenario(call));
    }

    private static Retelling.Told passes(RecordedRun connector, Scenario call) {
        RecordingFile recording = connector.record(call);
        Retelling.Told told = (Retelling.Told) ScenarioOfRecording.of(recording);
        Scenario retold = RecordedRun.scenario(told.text());
        ScenarioResult result = connector.run(retold);
        assertThat(result.differences()).as(told.text()).isEmpty();
        assertThat(retold.expectation().requests()).isPresent();
        assertThat(retold.expectation().looksAtOutput() || retold.expectation().failure().isPresent())
                .as(told.text())
                .isTrue();
        return told;
    }

    @Test
    void x() {
        System.out.println(passes(
                        RecordedRun.of(CHAT),
                        RecordedRun.valid(ScenarioReader.read(
                                RecordedRun.ROOT.resolve(CHAT + "/tests/partly-posted.toml"), "x")))
                .text());
        System.out.println(passes(
                        RecordedRun.of(TRACKER),
                        RecordedRun.valid(ScenarioReader.read(
                                RecordedRun.ROOT.resolve(TRACKER + "/tests/list-issues.toml"), "x")))
                .text());
        System.out.println(passes(
                        RecordedRun.of(RAIL),
                        RecordedRun.valid(ScenarioReader.read(
                                RecordedRun.ROOT.resolve(RAIL + "/tests/charge.toml"), "x")))
                .text());
    }
}
