package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.CapturedInputs;
import dev.airlock.sandbox.load.Connector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real connectors end the same way as commands, as reactors, and as reactors with a captured initial state. */
@TestInstance(Lifecycle.PER_CLASS)
final class SampleStylesTest {
    private static final String SNAPSHOT = "snapshot = true";

    private final Map<String, Sample> samples = new HashMap<>();

    /** The way in which a sample is built and started. */
    private enum Style {
        COMMAND,
        REACTOR,
        SNAPSHOT
    }

    private record Load(Style style, Tier tier) {}

    /** A sample on its bench, loaded once for each style and tier. */
    private record Sample(String folder, Bench bench, Map<Load, Connector> loaded) {
        static Sample open(String folder) {
            ConnectorManifest manifest = ManifestReader.read(
                            Bench.samplePath(folder).resolve("manifest.toml"))
                    .orThrow();
            return new Sample(folder, Bench.sample(folder, manifest), new HashMap<>());
        }

        Outcome invoke(Style style, Tier tier, Call call) {
            return bench.sandbox.invoke(loaded.computeIfAbsent(new Load(style, tier), this::load), call);
        }

        Connector load(Load how) {
            Path path = Bench.samplePath(folder);
            Path place = how.style == Style.COMMAND ? path : path.resolve("reactor");
            String toml = text(place.resolve("manifest.toml"));
            assertThat(toml.contains(SNAPSHOT)).isEqualTo(how.style != Style.COMMAND);
            String asked = how.style == Style.REACTOR ? toml.replace(SNAPSHOT, "snapshot = false") : toml;
            return bench.load(
                    ManifestReader.read("manifest.toml", asked).orThrow(),
                    Bench.bytes(place.resolve("connector.wasm")),
                    LoadOptions.standard().withTier(how.tier));
        }
    }

    @AfterAll
    void close() {
        samples.values().forEach(sample -> sample.bench().close());
    }

    private Sample sample(String folder) {
        return samples.computeIfAbsent(folder, Sample::open);
    }

    static Stream<Arguments> calls() {
        return SampleConnectorsTest.calls();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("calls")
    void endsTheSameInEachStyleOnBothTiers(String folder, String op, String args, Consumer<Outcome> check)
            throws MalformedJsonException {
        Call call = Call.of(op, (ObjectNode) StrictJson.read(args)).withIdempotencyKey("key-1");
        Outcome command = sample(folder).invoke(Style.COMMAND, Tier.COMPILED, call);

        check.accept(command);
        for (Style style : new Style[] {Style.REACTOR, Style.SNAPSHOT}) {
            Outcome compiled = sample(folder).invoke(style, Tier.COMPILED, call);
            Outcome interpreted = sample(folder).invoke(style, Tier.INTERPRETED, call);

            assertThat(SampleConnectorsTest.told(compiled)).isEqualTo(SampleConnectorsTest.told(command));
            assertThat(SampleConnectorsTest.told(interpreted)).isEqualTo(SampleConnectorsTest.told(command));
            SampleConnectorsTest.assertSameButForTimes(compiled.transcript(), command.transcript());
            assertThat(interpreted.usage().fuel()).isEqualTo(compiled.usage().fuel());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SampleConnectorsTest.GO})
    void theRuntimeOfGoFreezesClockAndRandomNumbers(String folder) {
        assertThat(sample(folder)
                        .load(new Load(Style.SNAPSHOT, Tier.INTERPRETED))
                        .capturedInputs())
                .isEqualTo(Set.of(CapturedInputs.CLOCK, CapturedInputs.RANDOM));
        Call call = Call.of("unknown", JsonNodeFactory.instance.objectNode());
        long started = sample(folder)
                .invoke(Style.REACTOR, Tier.COMPILED, call)
                .usage()
                .fuel();
        long captured = sample(folder)
                .invoke(Style.SNAPSHOT, Tier.COMPILED, call)
                .usage()
                .fuel();
        assertThat(captured).isLessThan(started);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
