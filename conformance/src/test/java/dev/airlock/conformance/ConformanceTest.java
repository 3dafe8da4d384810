package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
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

    @ParameterizedTest
    @ValueSource(strings = {"lookup-assemblyscript", "chat-post-rust", "payment-rail-c"})
    void findsNothingInTheSamples(String sample) throws IOException {
        Path folder = ROOT.resolve("sample-connectors").resolve(sample);
        for (Path style : List.of(folder, folder.resolve("reactor"))) {
            Report report =
                    Conformance.check(subject(style).answeredBy(script(folder.resolve("upstream.toml"))), result -> {});

            assertThat(found(report)).as(style.toString()).isEmpty();
            assertThat(report.conforms()).isTrue();
            assertThat(report.count("passed")).isGreaterThanOrEqualTo(9);
        }
    }

    /** A Go program freezes the seed of its runtime, and makes no id of it. */
    @Test
    void isNotMisledByARuntimeThatFreezesItsSeed() throws IOException {
        Path folder = ROOT.resolve("sample-connectors/issue-tracker-go");
        Bench bench = Bench.of(
                subject(folder.resolve("reactor")).answeredBy(script(folder.resolve("upstream.toml"))));

        assertThat(Check.FROZEN_SEED.judge(bench)).isEqualTo(new Judgement.Passed());
    }

    @Test
    void tellsEachResultInTheOrderOfTheList() throws IOException {
        List<Check> told = new java.util.ArrayList<>();

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

    private static Subject subject(Path folder) throws IOException {
        return Subject.of(
                ManifestReader.read(folder.resolve("manifest.toml")).orThrow(),
                Files.readAllBytes(folder.resolve("connector.wasm")));
    }

    private static UpstreamScript script(Path file) {
        return ((ScriptReading.Valid) UpstreamScript.read(file)).script();
    }
}
