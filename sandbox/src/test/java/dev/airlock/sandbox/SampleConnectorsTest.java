package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real connectors in four languages have the same outcome and the same fuel on both tiers, and the host's evidence
 * decides.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class SampleConnectorsTest {
    static final String GO = "issue-tracker-go";
    static final String RUST = "chat-post-rust";
    static final String C = "payment-rail-c";
    static final String ASSEMBLYSCRIPT = "lookup-assemblyscript";

    private final Map<String, Sample> samples = new HashMap<>();

    /** A sample on its bench, loaded once for each tier. */
    @SuppressWarnings("ArrayRecordComponent") // read once, by the loader
    private record Sample(Bench bench, ConnectorManifest manifest, byte[] module, Map<Tier, Connector> loaded) {
        static Sample open(String folder) {
            ConnectorManifest manifest = ManifestReader.read(
                            Bench.samplePath(folder).resolve("manifest.toml"))
                    .orThrow();
            byte[] module = Bench.bytes(Bench.samplePath(folder).resolve("connector.wasm"));
            return new Sample(Bench.sample(folder, manifest), manifest, module, new EnumMap<>(Tier.class));
        }

        Outcome invoke(Tier tier, Call call) {
            Connector connector = Objects.requireNonNull(loaded.computeIfAbsent(
                    tier,
                    unseen ->
                            bench.load(manifest, module, LoadOptions.standard().withTier(tier))));
            return bench.sandbox.invoke(connector, call);
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
        return Stream.of(
                succeeds(GO, "list_issues", "{\"project\":\"lighthouse\"}", "9007199254740993"),
                succeeds(GO, "create_issue", "{\"project\":\"lighthouse\",\"title\":\"Paint the door\"}", "43"),
                fails(GO, "list_issues", "{\"project\":\"nowhere\"}", FailureClass.EXTERNAL_API_ERROR, 404L),
                fails(
                        GO,
                        "create_issue",
                        "{\"project\":\"lighthouse\",\"title\":\"too many\"}",
                        FailureClass.EXTERNAL_API_ERROR,
                        429L),
                fails(GO, "list_issues", "{\"project\":\"cut-off\"}", FailureClass.NETWORK_ERROR, null),
                fails(GO, "no_such_operation", "{}", FailureClass.CONNECTOR_RUNTIME_ERROR, null),
                succeeds(
                        RUST,
                        "post_message",
                        "{\"channel_id\":1127009882341769216,\"text\":\"Hello, lighthouse 🔦\"}",
                        "1127009882341769217"),
                succeeds(
                        RUST,
                        "post_many",
                        "{\"channel_id\":1,\"texts\":[\"Hello\",\"forbidden\",\"Goodbye\"]}",
                        "1127009882341769218"),
                fails(
                        RUST,
                        "post_message",
                        "{\"channel_id\":1,\"text\":\"forbidden\"}",
                        FailureClass.EXTERNAL_API_ERROR,
                        403L),
                fails(
                        RUST,
                        "post_message",
                        "{\"channel_id\":1,\"text\":\"never answered\"}",
                        FailureClass.NETWORK_ERROR,
                        null),
                succeeds(
                        C,
                        "charge_card",
                        "{\"card_token\":\"tok_visa\",\"amount_minor\":1250,\"currency\":\"EUR\",\"reference\":\"Order 17\"}",
                        "ch_7Qm2"),
                succeeds(C, "get_charge", "{\"charge_id\":\"ch_7Qm2\"}", "captured"),
                fails(
                        C,
                        "charge_card",
                        "{\"card_token\":\"tok_declined\",\"amount_minor\":1,\"currency\":\"EUR\"}",
                        FailureClass.EXTERNAL_API_ERROR,
                        402L),
                fails(
                        C,
                        "charge_card",
                        "{\"card_token\":\"tok_answer_lost\",\"amount_minor\":1,\"currency\":\"EUR\"}",
                        FailureClass.NETWORK_ERROR,
                        null),
                succeeds(ASSEMBLYSCRIPT, "find_country", "{\"code\":\"CI\"}", "Côte d’Ivoire"),
                succeeds(ASSEMBLYSCRIPT, "search_countries", "{\"name\":\"guinea\"}", "Guinea-Bissau"),
                fails(ASSEMBLYSCRIPT, "find_country", "{\"code\":\"ZZ\"}", FailureClass.EXTERNAL_API_ERROR, 404L),
                fails(ASSEMBLYSCRIPT, "find_country", "{\"code\":\"XB\"}", FailureClass.EXTERNAL_API_ERROR, 429L));
    }

    private static Arguments succeeds(String folder, String op, String args, String part) {
        Consumer<Outcome> check = outcome -> {
            assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
            assertThat(StrictJson.write(((Outcome.Succeeded) outcome).output())).contains(part);
        };
        return Arguments.of(folder, op, args, check);
    }

    private static Arguments fails(
            String folder, String op, String args, FailureClass failureClass, @Nullable Long status) {
        Consumer<Outcome> check = outcome -> {
            assertThat(outcome).isInstanceOf(Outcome.Failed.class);
            Outcome.Failed failed = (Outcome.Failed) outcome;
            assertThat(failed.failure().failureClass()).isEqualTo(failureClass);
            assertThat(failed.failure().details().get("status")).isEqualTo(status);
        };
        return Arguments.of(folder, op, args, check);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("calls")
    void endsTheSameWithTheSameFuelOnBothTiers(String folder, String op, String args, Consumer<Outcome> check)
            throws MalformedJsonException {
        Call call = Call.of(op, (ObjectNode) StrictJson.read(args)).withIdempotencyKey("key-1");

        Outcome compiled = sample(folder).invoke(Tier.COMPILED, call);
        Outcome interpreted = sample(folder).invoke(Tier.INTERPRETED, call);

        check.accept(compiled);
        check.accept(interpreted);
        assertThat(told(interpreted)).isEqualTo(told(compiled));
        assertThat(interpreted.usage().fuel()).isEqualTo(compiled.usage().fuel());
        assertThat(interpreted.usage().memoryPeakBytes())
                .isEqualTo(compiled.usage().memoryPeakBytes());
        assertSameButForTimes(interpreted.transcript(), compiled.transcript());
    }

    /** Exchanges begin at different times and take different times from call to call. */
    static void assertSameButForTimes(Transcript one, Transcript other) {
        assertThat(one)
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.(startedMillis|millis)")
                .isEqualTo(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {GO, RUST, C, ASSEMBLYSCRIPT})
    void theSecretStandsNowhereInTheOutcome(String folder) throws MalformedJsonException {
        Sample sample = sample(folder);
        String op = sample.manifest().operations().get(0).name();
        Outcome outcome =
                sample.invoke(Tier.COMPILED, Call.of(op, (ObjectNode) StrictJson.read("{\"project\":\"lighthouse\"}")));

        sample.bench()
                .upstream
                .bindings()
                .values()
                .forEach(
                        secret -> assertThat(outcome.toString() + told(outcome)).doesNotContain(secret));
    }

    @ParameterizedTest
    @ValueSource(strings = {RUST, C, ASSEMBLYSCRIPT})
    void runsInASmallMemoryAndSaysSoIfItIsTooSmall(String folder) throws MalformedJsonException {
        Sample sample = sample(folder);
        long least = sample.bench()
                .load(sample.manifest(), sample.module(), LoadOptions.standard())
                .module()
                .memories()
                .get(0)
                .minPages();
        LoadResult tooSmall = sample.bench()
                .sandbox
                .load(
                        sample.manifest(),
                        sample.module(),
                        LoadOptions.standard().withLimit(LimitName.MEMORY, Math.max(1, least - 1) * 65_536));

        if (least > 1) {
            assertThat(tooSmall).isInstanceOf(LoadResult.Refused.class);
            assertThat(((LoadResult.Refused) tooSmall).failure().details()).containsEntry("limit", "memory");
        }
    }

    static List<Object> told(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return List.of(
                    failed.failure().message(),
                    failed.failure().details(),
                    failed.failure().retriable());
        }
        return outcome instanceof Outcome.Succeeded success ? List.of(success.output(), success.errors()) : List.of();
    }
}
