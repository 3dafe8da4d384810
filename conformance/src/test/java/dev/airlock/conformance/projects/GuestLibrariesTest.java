package dev.airlock.conformance.projects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioRunner;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.scenarios.report.DifferenceText;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guest libraries offer the same in each language: one connector, written four times, passes one set of scenarios, and the page about
 * the libraries quotes it. Where a language's tools are at hand, its own tests run too; otherwise the report says that they did not.
 */
@Execution(ExecutionMode.CONCURRENT)
class GuestLibrariesTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final Path CONNECTORS = ROOT.resolve("testdata/guest-libraries");
    private static final Pattern CELL = Pattern.compile("`(.*)`");

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @MethodSource("inTheSandbox")
    void passesTheScenariosOfAllLibraries(Language language) throws IOException {
        byte[] module = Files.readAllBytes(CONNECTORS.resolve(language.word()).resolve("connector.wasm"));
        ScenarioRunner runner = new ScenarioRunner(
                ManifestReader.read(CONNECTORS.resolve("manifest.toml")).orThrow(), module, Tier.INTERPRETED);

        for (Path file : ScenarioSuite.files(CONNECTORS)) {
            assertThat(DifferenceText.lines(runner.run(scenario(file)).differences()))
                    .as(file.toString())
                    .isEmpty();
        }
    }

    /** The module of the Go connector takes long to load; only the full build runs it here. */
    static Stream<Language> inTheSandbox() {
        return Stream.of(Language.values())
                .filter(language -> language != Language.GO || Boolean.getBoolean("airlock.full"));
    }

    private static Scenario scenario(Path file) throws IOException {
        ScenarioReading reading = ScenarioReader.read(file, file.toString());
        assertThat(reading).isInstanceOf(ScenarioReading.Valid.class);
        return ((ScenarioReading.Valid) reading).scenario();
    }

    @Test
    void hasTheModulesThatTheScriptBuilt() throws Exception {
        List<String> sums = Files.readAllLines(CONNECTORS.resolve("SHA256SUMS"));
        for (String line : sums) {
            byte[] module = Files.readAllBytes(CONNECTORS.resolve(line.substring(66)));

            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(module)))
                    .as("%s was changed: run build.sh beside it", line.substring(66))
                    .isEqualTo(line.substring(0, 64));
        }
        assertThat(sums).hasSameSizeAs(Language.values());
    }

    @ParameterizedTest
    @EnumSource
    void isQuotedByThePage(Language language) throws IOException {
        String source =
                squeezed(Files.readString(CONNECTORS.resolve(language.word()).resolve(language.source())));
        List<String> cells = cells(language);

        assertThat(cells)
                .hasSizeGreaterThan(50)
                .allSatisfy(cell -> assertThat(source).contains(squeezed(cell)));
    }

    /** Returns the calls in the column of a language, in all tables that have one. */
    private static List<String> cells(Language language) throws IOException {
        int column = 1 + Arrays.asList(Language.values()).indexOf(language);
        return Files.readAllLines(ROOT.resolve("src/site/markdown/guest-libraries.md")).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> Arrays.asList(line.split(" \\| ")))
                .filter(row -> row.size() >= 5)
                .map(row -> CELL.matcher(row.get(column).replaceAll(" \\|$", "")))
                .filter(Matcher::matches)
                .map(cell -> cell.group(1))
                .toList();
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ASSEMBLYSCRIPT")
    void passesTheTestsOfTheLanguageItself(Language language, TestReporter reporter) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", ownTests(language))
                .directory(CONNECTORS.resolve(language.word()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String output = Files.readString(folder.resolve("output"));
        if (output.contains("found")) {
            assertThat(process.exitValue()).as(output).isZero();
        } else {
            reporter.publishEntry("the tests in " + language.label() + " did not run: its tools are not here");
        }
    }

    /** Returns commands that say that they found the language's tools before they use them. */
    private String ownTests(Language language) {
        return switch (language) {
            case GO ->
                "go version && echo found && go test . && cd " + ROOT.resolve("sample-connectors/github-issues-go")
                        + " && go test .";
            case RUST ->
                "export CARGO_TARGET_DIR=" + folder.resolve("target") + " && cargo --version && echo found"
                        + " && cargo test --offline -p guest-libraries -p airlock --lib --bins";
            case C ->
                "guest=" + ROOT.resolve("sample-connectors/guest/c") + " && test=" + folder.resolve("test")
                        + " && cc --version && echo found && cc -std=c11 -Wall -Wextra -Werror -DAIRLOCK_REACTOR -I$guest -o $test"
                        + " test.c $guest/*.c && $test";
            case ASSEMBLYSCRIPT -> throw new IllegalArgumentException("it runs nowhere but in a sandbox");
        };
    }
}
