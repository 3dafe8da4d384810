package dev.airlock.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.ScenarioBudget;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.upstreams.script.UpstreamScript;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectorUnderTestTest {
    private static final ObjectNode EMPTY = JsonNodeFactory.instance.objectNode();

    @Test
    void isNotRehearsedByWhatARecordingAnswers() {
        Recording recording = new Recording(
                new Recording.Asked(AuditId.random(), "echo", EMPTY, "key", 1),
                Map.of(),
                List.of(),
                List.of(),
                new Recording.End(EMPTY, 1, 1, Optional.empty(), true, false));
        Scenario scripted = scenario("scripted", Optional.empty());
        Scenario recorded = scenario("recorded", Optional.of(recording));

        ConnectorUnderTest subject = ConnectorUnderTest.of(
                        ManifestReader.read(
                                        Path.of(System.getProperty("airlock.root"), "testdata/cli/echo/manifest.toml"))
                                .orThrow(),
                        new byte[0])
                .withScenarios(List.of(recorded, scripted));

        assertThat(subject.scenarios()).containsExactly(scripted);
    }

    private static Scenario scenario(String name, Optional<Recording> recording) {
        UpstreamScript script = new UpstreamScript("no script", Map.of(), List.of());
        return new Scenario(
                name,
                Path.of(name + ".toml"),
                "",
                new Scenario.Asked("echo", EMPTY, "key", 1),
                new Scenario.Surroundings(1, Instant.EPOCH, Map.of(), script, Map.of(), Map.of(), recording),
                Expectation.NONE,
                ScenarioBudget.NONE,
                List.of());
    }
}
