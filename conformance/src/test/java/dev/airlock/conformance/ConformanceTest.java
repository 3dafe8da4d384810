package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.conformance.checks.Bench;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.trial.Judgement;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** This test mostly waits for answers that do not come. */
@Execution(ExecutionMode.CONCURRENT)
class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final List<String> SAMPLES =
            List.of("lookup-assemblyscript", "chat-post-rust", "payment-rail-c", "issue-tracker-go");
    /**
     * The checks that no connector can fail, because the host guarantees their subject. Separate tests show that these checks see a
     * difference.
     */
    private static final List<Check> BROKEN_BY_NO_CONNECTOR =
            List.of(Check.SAME_EACH_TIME, Check.SAME_ON_BOTH_ENGINES, Check.DENIED, Check.CANCELLED);

    private static final Path BAD = ROOT.resolve("testdata/connectors");

    @ParameterizedTest
    @CsvSource({
        "frozen-id, reactor.frozen-seed, both gave “",
        "frozen-request-id, reactor.frozen-seed, both gave “",
        "answers-everything, contract.unknown-operation, ended with a success",
        "small-buffer, contract.huge-input, 'make, argument text'",
        "much-memory, limits.half-memory, memory",
        "traps-without-argument, contract.missing-arguments, unreachable",
        "takes-any-type, contract.ill-typed-arguments, although its schema refuses this",
        "undeclared-import, module.imports-declared, log",
        "not-a-module, module.valid, cannot be loaded",
        "cuts-text, contract.unicode, “airlock-unicode Gr”",
        "unused-host, capabilities.all-used, No call used other.example.com:443",
        "half-done, capabilities.nothing-half-done, without a credential",
        "looks-for-files, capabilities.no-denial-storm, called path_open 200 times",
        "ignores-failures, faults.no-false-success, the call ended with a success",
        "traps-on-failure, faults.right-class, unreachable",
        "takes-the-blame, faults.right-class, it did not work",
        "asks-for-ever, faults.no-hang, exchanges",
        "retry-without-key, retry.one-effect, takes effect twice",
        "key-for-each-attempt, retry.one-effect, takes effect twice",
        "new-body-each-time, retry.same-request, with other content",
        "turns-secret-round, secrets.stay-in-their-slot, appeared in a request",
        "logs-payload, secrets.payloads-not-logged, its log"
    })
    void findsWhatABadConnectorBreaksAndNothingElse(String connector, String check, String words) throws IOException {
        List<CheckResult> found = found(Conformance.check(subject(BAD.resolve(connector)), result -> {}));

        assertThat(found).extracting(result -> result.check().id()).containsExactly(check);
        assertThat(found.get(0).findings()).isNotEmpty().allMatch(finding -> finding.contains(words), words);
    }

    @Test
    void hasABadConnectorForEachCheckThatAConnectorAloneCanBreak() throws Exception {
        Method test = ConformanceTest.class.getDeclaredMethod(
                "findsWhatABadConnectorBreaksAndNothingElse", String.class, String.class, String.class);
        List<List<String>> cases = Arrays.stream(
                        test.getAnnotation(CsvSource.class).value())
                .map(line -> Arrays.stream(line.split(",")).map(String::strip).toList())
                .toList();
        Set<String> broken = cases.stream().map(words -> words.get(1)).collect(Collectors.toSet());

        assertThat(Arrays.stream(Check.values()).filter(check -> !broken.contains(check.id())))
                .containsExactlyInAnyOrderElementsOf(BROKEN_BY_NO_CONNECTOR);
        try (Stream<Path> folders = Files.list(BAD)) {
            assertThat(folders.filter(Files::isDirectory).map(folder -> String.valueOf(folder.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(
                            cases.stream().map(words -> words.get(0)).toList());
        }
    }

    @Test
    void hasTheModuleOfEachSourceOfABadConnector() throws Exception {
        List<String> sums = Files.readAllLines(BAD.resolve("SHA256SUMS"));
        for (String line : sums) {
            byte[] file = Files.readAllBytes(BAD.resolve(line.substring(66)));

            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(file)))
                    .as("%s was changed: build the modules and the sums again, as README.md says", line.substring(66))
                    .isEqualTo(line.substring(0, 64));
        }
        try (Stream<Path> files = Files.walk(BAD)) {
            assertThat(files.filter(file -> file.toString().matches(".*\\.wa(t|sm)")))
                    .hasSameSizeAs(sums);
        }
    }

    /** Uses the smallest sample in the style to which all checks apply; in a full build, all samples in the styles that they have. */
    @ParameterizedTest
    @Timeout(300) // the Go sample is interpreted until it is compiled
    @MethodSource("samples")
    void findsNothingInTheSamples(String sample, String style) throws IOException {
        ConformanceReport report = Conformance.check(sample(sample, style), result -> {});

        assertThat(found(report)).isEmpty();
        assertThat(report.conforms()).isTrue();
        assertThat(report.count(CheckResult.Word.NOT_EXERCISED)).isZero();
        assertThat(report.count(CheckResult.Word.PASSED)).isGreaterThanOrEqualTo(20);
    }

    static Stream<Arguments> samples() {
        return Boolean.getBoolean("airlock.full")
                ? Stream.concat(
                        SAMPLES.stream().flatMap(name -> Stream.of(arguments(name, ""), arguments(name, "reactor"))),
                        Stream.of(arguments("github-issues-go", "")))
                : Stream.of(arguments("lookup-assemblyscript", "reactor"));
    }

    /** The Go sample captures the seed of its runtime and derives no id from it. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup-assemblyscript", "chat-post-rust", "payment-rail-c", "issue-tracker-go"})
    void warnsOfNoSampleThatItsSeedIsFrozen(String sample) throws IOException {
        Bench bench = Bench.of(sample(sample, "reactor"));

        Judgement judgement = Check.FROZEN_SEED.judge(bench);

        assertThat(judgement).isNotInstanceOf(Judgement.Found.class);
        if (sample.equals("issue-tracker-go")) {
            assertThat(judgement).isEqualTo(new Judgement.Passed());
        }
    }

    @Test
    void rehearsesAConnectorWithoutScenariosBeforeAServiceThatAnswersEverything() throws IOException {
        Bench bench = Bench.of(subject(ROOT.resolve("sample-connectors/payment-rail-c")));

        assertThat(bench.trials().all())
                .extracting(trial -> trial.call().name())
                .containsExactly("charge_card", "get_charge");
        assertThat(Check.ONE_EFFECT.judge(bench))
                .as("neither succeeds with such answers")
                .isEqualTo(new Judgement.NotExercised("Not exercised: charge_card, get_charge."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"query:appid", "path:bot{key}", "cookie:session", "header:X-Key"})
    void looksForACredentialOutsideItsOwnSlotOnly(String slot) throws IOException {
        Path asks = ROOT.resolve("testdata/cli/asks");
        String manifest = Files.readString(asks.resolve("manifest.toml"))
                + "[capabilities.credential]\nkind = \"api_key\"\nslot = \"" + slot
                + "\"\n[[operations]]\nname = \"go\"\n";
        String scenario = """
                op = "go"
                args = { url = "https://api.example.com/bot%7Bkey%7D/x?a=b", credential = "api_key" }
                [[exchange]]
                respond = { status = 200, body = '{}' }
                [expect]
                output = {}
                """;
        Bench bench = Bench.of(ConnectorUnderTest.of(
                        ManifestReader.read("manifest.toml", manifest).orThrow(),
                        Files.readAllBytes(asks.resolve("connector.wasm")))
                .withScenarios(List.of(
                        ((ScenarioReading.Valid) ScenarioReader.parse(Path.of("asks.toml"), "asks.toml", scenario))
                                .scenario())));

        assertThat(Check.ofId("secrets.stay-in-their-slot").orElseThrow().judge(bench))
                .isEqualTo(new Judgement.Passed());
        assertThat(bench.trials().all())
                .singleElement()
                .satisfies(trial -> assertThat(trial.echoes().get(0).seen().requests())
                        .singleElement()
                        .satisfies(request -> assertThat(request.target() + request.headers())
                                .contains("airlock-conformance-secret")));
    }

    @Test
    void saysOfWhatItCouldNotRehearseThatItWasNotExercised() throws IOException {
        UpstreamScript other = ((ScriptReading.Valid) UpstreamScript.parse(
                        "upstream.toml", "[[exchange]]\nmatch = { path = \"/other\" }\nrespond = { status = 200 }\n"))
                .script();
        Bench bench = Bench.of(
                subject(ROOT.resolve("sample-connectors/payment-rail-c")).answeredBy(other));

        assertThat(Check.ONE_EFFECT.judge(bench))
                .asInstanceOf(InstanceOfAssertFactories.type(Judgement.NotExercised.class))
                .satisfies(none -> assertThat(none.why()).contains("charge_card"));
        assertThat(bench.baselines().unexercised())
                .filteredOn(one -> one.call().equals("charge_card"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.why()).contains("it ended with external_api_error", "599");
                    assertThat(one.next()).contains("tests/charge_card.toml", "op = \"charge_card\"");
                });
    }

    /** The connector does nothing until fuel or time ends it. */
    @ParameterizedTest
    @CsvSource({
        "fuel = 1_000_000, limits.half-memory, It does not work with more memory either",
        "fuel = 1_000_000, contract.unicode, Before it sent anything",
        "wall_time = '100ms', module.same-each-time, The time limit ends go",
        "wall_time = '100ms', module.same-on-both-engines, The time limit ends go"
    })
    void callsNothingPassedThatAConnectorNeverCameTo(String limit, String id, String words) throws IOException {
        String manifest = """
                [connector]
                name = "local://me/endless"
                version = "0.1.0"
                [[operations]]
                name = "go"
                args = { type = "object", required = ["x"], properties = { x = { type = "string" } } }
                [limits]
                %s
                """.formatted(limit.replace('\'', '"'));
        Bench bench = Bench.of(ConnectorUnderTest.of(
                ManifestReader.read("manifest.toml", manifest).orThrow(),
                Files.readAllBytes(ROOT.resolve("testdata/hostile/loop-br.wasm"))));

        assertThat(Check.ofId(id).orElseThrow().judge(bench))
                .asInstanceOf(InstanceOfAssertFactories.type(Judgement.NotExercised.class))
                .satisfies(none -> assertThat(none.why()).contains(words));
    }

    @Test
    void tellsEachResultInTheOrderOfTheList() throws IOException {
        List<Check> told = new ArrayList<>();

        Conformance.check(subject(BAD.resolve("not-a-module")), result -> told.add(result.check()));

        assertThat(told).containsExactly(Check.values());
    }

    @Test
    void givesEachCheckAnIdOfItsGroup() {
        assertThat(Check.values())
                .allMatch(check -> check.id().startsWith(check.group().word() + "."));
        assertThat(Arrays.stream(Check.values()).map(Check::id)).doesNotHaveDuplicates();
    }

    private static List<CheckResult> found(ConformanceReport report) {
        return report.results().stream()
                .filter(result -> result.judgement() instanceof Judgement.Found)
                .toList();
    }

    private static ConnectorUnderTest sample(String name, String style) throws IOException {
        Path folder = ROOT.resolve("sample-connectors").resolve(name);
        return subject(folder.resolve(style))
                .answeredBy(script(folder.resolve("upstream.toml")))
                .withScenarios(scenarios(folder));
    }

    private static List<Scenario> scenarios(Path folder) throws IOException {
        return ScenarioSuite.files(folder).stream()
                .map(file -> ((ScenarioReading.Valid) ScenarioReader.read(file, file.toString())).scenario())
                .toList();
    }

    private static ConnectorUnderTest subject(Path folder) throws IOException {
        return ConnectorUnderTest.of(
                        ManifestReader.read(folder.resolve("manifest.toml")).orThrow(),
                        Files.readAllBytes(folder.resolve("connector.wasm")))
                .in(Sandbox.builder().codeCache(KeptCode.cache()))
                .waiting(Duration.ofMillis(200));
    }

    private static UpstreamScript script(Path file) {
        return ((ScriptReading.Valid) UpstreamScript.read(file)).script();
    }
}
