package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestCommandTest {
    static final String GREETS = """
            op = "greet"

            [[exchange]]
            match = { path = "/greeting" }
            respond = { status = 200, body = '{"greeting":"hello"}' }

            [expect]
            output = { greeting = "hello" }
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void aConnectorWithOneTest() throws IOException {
        for (String file : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.copy(CommandRun.CONNECTORS.resolve("fetch").resolve(file), folder.resolve(file));
        }
        Files.createDirectory(folder.resolve("tests"));
        write("greets", GREETS);
    }

    @ParameterizedTest
    @MethodSource("dev.airlock.cli.author.CheckTest#samples")
    void everySamplePassesItsOwnTests(String sample) {
        CommandRun.Result result = CommandRun.run("test", sample);

        assertThat(result.out()).contains("ok   ").endsWith(" passed, 0 failed\n");
        assertThat(result.exitCode()).as(result.all()).isZero();
    }

    @Test
    void showsADifferenceAsWhatWasExpectedAndWhatCame() throws IOException {
        write("leaves", GREETS.replace("output = { greeting = \"hello\" }", "output = { greeting = \"goodbye\" }"));

        CommandRun.Result result = test();

        Golden.assertMatches("test-difference", result);
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void makesSeveralCallsWithTheSameStateAndService() throws IOException {
        Path counts = Files.createDirectory(folder.resolve("counts"));
        for (String file : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.copy(CommandRun.CONNECTORS.resolve("counts").resolve(file), counts.resolve(file));
        }
        Files.createDirectory(counts.resolve("tests"));
        Path twice = Files.writeString(counts.resolve("tests/twice.toml"), """
                op = "go"
                [state]
                calls = "1"
                [expect]
                output = { calls = 2 }
                [expect.state]
                calls = "2"
                [[then]]
                op = "go"
                [then.expect]
                output = { calls = 3 }
                [then.expect.state]
                calls = "3"
                """);

        CommandRun.Result passed = CommandRun.standard().in(folder).with("test", "counts");
        Files.writeString(twice, Files.readString(twice).replace("calls = 3", "calls = 4"));
        CommandRun.Result failed = CommandRun.standard().in(folder).with("test", "counts");
        CommandRun.Result updated = CommandRun.standard().in(folder).with("test", "counts", "--update");

        assertThat(passed.exitCode()).as(passed.all()).isZero();
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out()).contains("then 1/output/calls");
        assertThat(updated.err()).contains("could not update", "then 1/output/calls");
    }

    @Test
    void comparesEachCallWithItsOwnRequests() throws IOException {
        write("twice", GREETS + """
                [[expect.requests]]
                path = "/greeting"
                [[then]]
                op = "greet"
                [[then.expect.requests]]
                path = "/greeting"
                [[then]]
                op = "greet"
                """);

        CommandRun.Result result = test("--only", "twice");

        assertThat(result.out()).contains("then 2/expect").doesNotContain("then 1", "requests");
    }

    @Test
    void printsOneDocument() throws IOException {
        write("leaves", GREETS.replace("\"hello\" }\n", "\"goodbye\" }\n"));

        CommandRun.Result result = test("--json");

        JsonNode document = result.json();
        assertThat(document.path("passed").asInt()).isEqualTo(1);
        assertThat(document.path("failed").asInt()).isEqualTo(1);
        assertThat(document.at("/scenarios/1/differences/0/at").asText()).isEqualTo("output/greeting");
        assertThat(document.at("/scenarios/1/differences/0/expected").asText()).isEqualTo("\"goodbye\"");
        assertThat(document.at("/scenarios/0/usage/fuel").asLong()).isPositive();
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void updatesOnlyWhatDiffers() throws IOException {
        write("leaves", GREETS.replace("\"hello\" }\n", "\"goodbye\" }\n"));

        CommandRun.Result updated = test("--update");

        assertThat(updated.exitCode()).as(updated.all()).isZero();
        assertThat(updated.err()).contains("updated ", "leaves.toml").doesNotContain("greets.toml");
        assertThat(folder.resolve("tests/greets.toml")).hasContent(GREETS);
        assertThat(folder.resolve("tests/leaves.toml")).hasContent(GREETS);
        assertThat(test().exitCode()).isZero();
    }

    @Test
    void gatesFuelByARecordedBaseline() throws IOException {
        assertThat(test("--max-fuel-delta", "5%").exitCode()).isEqualTo(2);
        assertThat(test("--record-fuel").exitCode()).isZero();
        assertThat(test("--max-fuel-delta", "0%").exitCode()).isZero();

        Path baseline = folder.resolve("tests/fuel.json");
        Files.writeString(baseline, "{\"fuel\":{\"greets\":10}}");

        assertThat(test("--max-fuel-delta", "5%").out()).contains("- at most 5% more than 10");
        assertThat(test("--max-fuel-delta", "5%").exitCode()).isEqualTo(1);
        assertThat(test("--max-fuel-delta", "much").exitCode()).isEqualTo(2);
    }

    @Test
    void keepsTheOtherEntriesOfTheBaselineWhenSomeScenariosAreRecorded() throws IOException {
        Path baseline = folder.resolve("tests/fuel.json");
        Files.writeString(baseline, "{\"fuel\":{\"greets\":10,\"other\":11}}");

        assertThat(test("--record-fuel", "--only", "greets").exitCode()).isZero();

        assertThat(baseline).content().contains("\"other\": 11").doesNotContain("\"greets\": 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"fuel\":{\"greets\":\"many\"}}", "{\"fuel\":{\"greets\":1.5}}"})
    void doesNotTakeForABaselineWhatIsNone(String text) throws IOException {
        Files.writeString(folder.resolve("tests/fuel.json"), text);

        assertThat(test("--max-fuel-delta", "5%").exitCode()).isEqualTo(2);
        assertThat(test("--record-fuel", "--only", "greets").exitCode()).isEqualTo(2);
    }

    @Test
    void updatesNothingThatIsNoExpectationAndFails() throws IOException {
        Files.writeString(folder.resolve("tests/fuel.json"), "{\"fuel\":{\"greets\":10}}");
        write("dear", GREETS.replace("\"hello\" }\n", "\"goodbye\" }\n") + "\n[budget]\nfuel = 1\n");

        CommandRun.Result result = test("--update", "--max-fuel-delta", "5%");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("updated ./tests/dear.toml", "could not update ./tests/dear.toml: budget/fuel")
                .contains("could not update ./tests/greets.toml: fuel is not an expectation")
                .doesNotContain("updated ./tests/greets.toml");
        assertThat(folder.resolve("tests/greets.toml")).hasContent(GREETS);
    }

    @Test
    void saysBeforeItRunsAnythingThatAReportCannotBeWritten() {
        for (String place : List.of("tests", "manifest.toml/report.xml")) {
            CommandRun.Result result = test("--junit", place);

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err()).contains("The report cannot be written to " + place);
        }
    }

    @Test
    void refusesFewerThanOneJob() {
        assertThat(test("--jobs", "0").err()).contains("--jobs takes a whole number from 1 up, not 0.");
        assertThat(test("--jobs", "0").exitCode()).isEqualTo(2);
    }

    @Test
    void showsNoControlCharacterOfAFileName() {
        write("red\u001b[31m\u202e", GREETS);

        CommandRun.Result result = test();

        assertThat(result.exitCode()).isZero();
        assertThat(result.all()).contains("ok   red").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void runsAgainWhenAFileChangedDuringARun() throws Exception {
        AtomicInteger runs = new AtomicInteger();

        int exitCode = new FolderWatch(folder)
                .each(
                        () -> {
                            if (runs.incrementAndGet() == 1) {
                                write("saved", "meanwhile");
                            }
                            return Set.of();
                        },
                        () -> runs.get() < 2);

        assertThat(runs).hasValue(2);
        assertThat(exitCode).isEqualTo(ExitCode.CANCELLED);
    }

    @Test
    void writesAReportForBuildServers() {
        Path report = folder.resolve("reports/connector.xml");

        assertThat(test("--junit", report.toString()).exitCode()).isZero();
        assertThat(report).content().contains("<testsuite name=\"local://cli/fetch\" tests=\"1\" failures=\"0\"");
    }

    @Test
    void runsNothingWhenAScenarioHasAProblem() throws IOException {
        write("typo", "opp = \"greet\"\n");

        CommandRun.Result result = test();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("typo.toml:1:1: unknown key", "did you mean op?");
    }

    @Test
    void saysHowToBeginWhereThereIsNoTest() throws IOException {
        Files.delete(folder.resolve("tests/greets.toml"));

        assertThat(test().exitCode()).isEqualTo(2);
        assertThat(test().err()).contains("holds no scenario", "--update");
    }

    @Test
    void runsTheOnesThatAreNamed() throws IOException {
        write("other", GREETS);

        assertThat(test("--only", "other").out())
                .contains("other", "1 passed, 0 failed")
                .doesNotContain("greets");
        assertThat(test("--only", "nobody").exitCode()).isEqualTo(2);
    }

    @Test
    void watchesUntilItIsToldToStop() throws Exception {
        AtomicInteger runs = new AtomicInteger();

        int exitCode = new FolderWatch(folder)
                .each(
                        () -> {
                            // a file that the run itself writes is not a change; a file that is written afterwards is
                            write("written-by-run", "x".repeat(runs.incrementAndGet()));
                            return Set.of(folder.resolve("tests/written-by-run.toml"));
                        },
                        () -> {
                            if (runs.get() == 1) {
                                write("changed", "by a person");
                            }
                            return runs.get() < 2;
                        });

        assertThat(runs).hasValue(2);
        assertThat(exitCode).isEqualTo(ExitCode.CANCELLED);
    }

    private CommandRun.Result test(String... more) {
        String[] words = new String[more.length + 2];
        words[0] = "test";
        words[1] = ".";
        System.arraycopy(more, 0, words, 2, more.length);
        return CommandRun.standard().in(folder).with(words);
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve("tests").resolve(name + ".toml"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
