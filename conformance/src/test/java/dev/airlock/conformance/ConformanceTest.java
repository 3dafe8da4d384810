package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final List<String> SAMPLES =
            List.of("lookup-assemblyscript", "chat-post-rust", "payment-rail-c", "issue-tracker-go");
    private static final Path BAD = ROOT.resolve("testdata/connectors");

    @ParameterizedTest
    @CsvSource({
        "frozen-id, reactor.frozen-seed, both gave “",
        "answers-everything, contract.unknown-operation, ended with a success",
        "small-buffer, contract.huge-input, 'make, argument text'",
        "much-memory, limits.half-memory, memory",
        "traps-without-argument, contract.missing-arguments, unreachable",
        "takes-any-type, contract.ill-typed-arguments, although its schema refuses this",
        "undeclared-import, module.imports-declared, log",
        "not-a-module, module.valid, cannot be loaded",
        "cuts-text, contract.unicode, “airlock-unicode Gr”"
    })
    void findsWhatABadConnectorBreaksAndNothingElse(String connector, String check, String words) throws IOException {
        List<CheckResult> found = found(Conformance.check(subject(BAD.resolve(connector)), result -> {}));

        assertThat(found).extracting(result -> result.check().id()).containsExactly(check);
        assertThat(found.get(0).findings()).isNotEmpty().allMatch(finding -> finding.contains(words), words);
    }

    @Test
    void hasABadConnectorForEachCheckThatAConnectorAloneCanBreak() throws IOException {
        try (Stream<Path> folders = Files.list(BAD)) {
            // what no connector can do by itself is shown in SamenessTest
            assertThat(folders.filter(Files::isDirectory)).hasSize(Check.values().length - 2);
        }
    }

    /** The smallest sample, in the style that all checks apply to; all samples in both styles in a full build. */
    @ParameterizedTest
    @MethodSource("samples")
    void findsNothingInTheSamples(String sample, String style) throws IOException {
        Report report = Conformance.check(sample(sample, style), result -> {});

        assertThat(found(report)).isEmpty();
        assertThat(report.conforms()).isTrue();
        assertThat(report.count("passed")).isGreaterThanOrEqualTo(9);
    }

    static Stream<Arguments> samples() {
        return Boolean.getBoolean("airlock.full")
                ? SAMPLES.stream().flatMap(name -> Stream.of(arguments(name, ""), arguments(name, "reactor")))
                : Stream.of(arguments("lookup-assemblyscript", "reactor"));
    }

    /** The Go sample freezes the seed of its runtime, and makes no id of it. */
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
    void tellsEachResultInTheOrderOfTheList() throws IOException {
        List<Check> told = new ArrayList<>();

        Conformance.check(subject(BAD.resolve("not-a-module")), result -> told.add(result.check()));

        assertThat(told).containsExactly(Check.values());
    }

    @Test
    void givesEachCheckAnIdOfItsGroup() {
        assertThat(Check.values()).allMatch(check -> check.id().startsWith(check.group().word() + "."));
        assertThat(Arrays.stream(Check.values()).map(Check::id)).doesNotHaveDuplicates();
    }

    private static List<CheckResult> found(Report report) {
        return report.results().stream()
                .filter(result -> result.judgement() instanceof Judgement.Found)
                .toList();
    }

    private static Subject sample(String name, String style) throws IOException {
        Path folder = ROOT.resolve("sample-connectors").resolve(name);
        return subject(folder.resolve(style)).answeredBy(script(folder.resolve("upstream.toml")));
    }

    private static Subject subject(Path folder) throws IOException {
        return Subject.of(
                ManifestReader.read(folder.resolve("manifest.toml")).orThrow(),
                Files.readAllBytes(folder.resolve("connector.wasm")));
    }

    private static UpstreamScript script(Path file) {
        return ((ScriptReading.Valid) UpstreamScript.read(file)).script();
    }
}
