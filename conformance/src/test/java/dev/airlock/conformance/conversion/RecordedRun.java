package dev.airlock.conformance.conversion;

import dev.airlock.conformance.KeptCode;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.ScenarioRunner;
import dev.airlock.conformance.scenarios.UpstreamDialer;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.upstreams.ScriptedUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Records real calls of a connector, with the random numbers and the clock of the machine and the limits of the manifest. A script replaces
 * the outside world.
 *
 * @param manifest the manifest's text
 * @param module the connector's WebAssembly
 */
public record RecordedRun(String manifest, ByteString module) {
    public static final Path ROOT = Path.of(System.getProperty("airlock.root"));

    public static RecordedRun of(String folder) {
        try {
            return new RecordedRun(
                    Files.readString(ROOT.resolve(folder).resolve("manifest.toml")),
                    module(folder + "/connector.wasm"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ByteString module(String file) {
        try {
            return new ByteString(Files.readAllBytes(ROOT.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the connector with another manifest. */
    public RecordedRun declaring(String other) {
        return new RecordedRun(other, module);
    }

    ConnectorManifest parsed() {
        return ManifestReader.read("manifest.toml", manifest.getBytes(StandardCharsets.UTF_8))
                .orThrow();
    }

    /** Returns the recording of the call of a scenario, without regard to its expectations. */
    public RecordingFile record(Scenario scenario) {
        Recorded recorded = new Recorded();
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.start(scenario.surroundings().upstream(), grants());
                Sandbox sandbox = Sandbox.builder()
                        .codeCache(KeptCode.cache())
                        .dialer(UpstreamDialer.to(upstream))
                        .credentials(CredentialSource.of(upstream.bindings()))
                        .build()) {
            LoadOptions options =
                    LoadObservation.recorded(LoadOptions.standard().withTier(Tier.COMPILED), recorded);
            for (Map.Entry<LimitName, Long> limit :
                    scenario.surroundings().limits().entrySet()) {
                options = options.withLimit(limit.getKey(), limit.getValue());
            }
            Scenario.Asked asked = scenario.call();
            Call call = new Call(
                    asked.op(), asked.args(), asked.key(), asked.attempt(), AuditId.random(), new Cancellation());
            sandbox.load(parsed(), module.bytes(), options).call(connector -> sandbox.invoke(connector, call));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RecordingFile(
                RecordingFile.Origin.of(new ConnectorFiles(manifest.getBytes(StandardCharsets.UTF_8), module.bytes())),
                recorded.attempts);
    }

    public RecordingFile record(String scenario) {
        return record(scenario(scenario));
    }

    /** Returns the result of a scenario. */
    public ScenarioResult run(Scenario scenario) {
        return new ScenarioRunner(parsed(), module.bytes(), Tier.COMPILED)
                .withCodeCache(KeptCode.cache())
                .run(scenario);
    }

    public static Scenario scenario(String text) {
        return valid(ScenarioReader.parse(Path.of("retold.toml"), "retold.toml", text));
    }

    public static Scenario valid(ScenarioReading reading) {
        if (reading instanceof ScenarioReading.Valid valid) {
            return valid.scenario();
        }
        throw new AssertionError(((ScenarioReading.Invalid) reading).problems().toString());
    }

    private List<String> grants() {
        return parsed().capabilities().grants().stream()
                .map(NetworkGrant::toString)
                .distinct()
                .toList();
    }

    private static final class Recorded implements CallRecorder {
        private final List<Recording> attempts = new ArrayList<>();

        @Override
        public boolean wants(AuditId call) {
            return true;
        }

        @Override
        public void recorded(Recording recording) {
            attempts.add(recording);
        }
    }
}
