package dev.airlock.conformance.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.scenarios.expectation.JsonDifferences;
import dev.airlock.failures.limit.LimitName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioReaderTest {
    @Test
    void namesAScenarioAfterItsFileAndGivesItTheSameSurroundingsEachTime() {
        Scenario scenario = valid("op = \"send\"\n");

        assertThat(scenario.name()).isEqualTo("first");
        assertThat(scenario.call().args()).isEmpty();
        assertThat(scenario.call().key()).isEqualTo("scenario-first");
        assertThat(scenario.surroundings().seed()).isEqualTo(1);
        assertThat(scenario.surroundings().time()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(scenario.expectation().isEmpty()).isTrue();
    }

    @Test
    void readsArgumentsAsTomlOrAsJson() {
        Scenario toml = valid("""
                op = "a"
                args = { n = 9007199254740993 }
                """);
        Scenario json = valid("""
                op = "a"
                args = '{"n":9007199254740993}'
                """);

        assertThat(JsonDifferences.exact("args", toml.call().args(), json.call().args()))
                .isEmpty();
        assertThat(valid("op = \"a\"\nargs = '{\"n\":null}'")
                        .call()
                        .args()
                        .get("n")
                        .isNull())
                .isTrue();
    }

    @Test
    void readsNoFileThatHasNoEnd() {
        assertThat(problems("op = \"a\"\nupstream = \"/dev/zero\"\n"))
                .singleElement()
                .asString()
                .contains("upstream is not a regular file");
        assertThat(problems("recording = \"/dev/zero\"\n"))
                .singleElement()
                .asString()
                .contains("the recording cannot be read");
    }

    @Test
    void readsLimitsAsAManifestDoes() {
        assertThat(valid("op = \"a\"\n[limits]\nwall_time = \"2s\"\nmemory = \"1MiB\"\n")
                        .surroundings()
                        .limits())
                .containsEntry(LimitName.WALL_TIME, 2_000L)
                .containsEntry(LimitName.MEMORY, 1L << 20)
                .hasSize(2);
    }

    @Test
    void showsEveryProblemWithItsPlace() {
        assertThat(problems("""
                op = "a"
                sed = 1
                attempt = 0
                args = [1]
                [[exchange]]
                match = { pth = "/" }
                fault = "reset"
                [expect]
                output = "{"
                [expect.failure]
                class = "network_eror"
                [expect.output_at]
                "issues[" = 1
                """))
                .anyMatch(line -> line.startsWith("first.toml:2:1: unknown key") && line.endsWith("did you mean seed?"))
                .anyMatch(line -> line.startsWith("first.toml:3:1: attempt is 0"))
                .anyMatch(line -> line.startsWith("first.toml:4:1: args is not an object"))
                .anyMatch(line -> line.startsWith("first.toml:6:") && line.contains("pth"))
                .anyMatch(line -> line.startsWith("first.toml:9:1: output is a text that is not JSON"))
                .anyMatch(line -> line.startsWith("first.toml:11:1: ") && line.endsWith("did you mean network_error?"))
                .anyMatch(line -> line.startsWith("first.toml:13:1: ") && line.contains("is not a JSON Path"))
                .hasSize(7);
    }

    @Test
    void refusesACallThatIsToFailAndToHaveAnOutput() {
        assertThat(problems("op = \"a\"\n[expect]\noutput = {}\n[expect.failure]\nclass = \"network_error\"\n"))
                .containsExactly("first.toml:4:1: a call cannot both fail and have an output; leave one of them out");
    }

    @Test
    void putsItsOwnRulesBeforeThoseOfTheScriptItNames(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("shared.toml"),
                "[bindings]\napi_key = \"shared-secret\"\nbearer = \"shared-bearer\"\n[[exchange]]\nfault = \"dns\"\n");
        Path file = folder.resolve("one.toml");
        Files.writeString(
                file,
                "op = \"a\"\nupstream = \"shared.toml\"\n[bindings]\napi_key = \"own-secret\"\n[[exchange]]\nfault = \"stall\"\n");

        var upstream = ((ScenarioReading.Valid) ScenarioReader.read(file, "one.toml"))
                .scenario()
                .surroundings()
                .upstream();

        assertThat(upstream.bindings()).containsEntry("api_key", "own-secret").containsEntry("bearer", "shared-bearer");
        assertThat(upstream.exchanges())
                .extracting(rule -> rule.answer().describe())
                .hasSize(2)
                .first()
                .asString()
                .contains("stall");
    }

    @Test
    void saysSoWhenTheScriptItNamesIsNotThere(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("one.toml");
        Files.writeString(file, "op = \"a\"\nupstream = \"gone.toml\"\n");

        assertThat(((ScenarioReading.Invalid) ScenarioReader.read(file, "one.toml")).problems())
                .containsExactly("gone.toml:1:1: there is no such file; give the path of an upstream script");
    }

    private static Scenario valid(String text) {
        return ((ScenarioReading.Valid) read(text)).scenario();
    }

    private static List<String> problems(String text) {
        return ((ScenarioReading.Invalid) read(text)).problems();
    }

    private static ScenarioReading read(String text) {
        return ScenarioReader.parse(Path.of("first.toml"), "first.toml", text);
    }
}
