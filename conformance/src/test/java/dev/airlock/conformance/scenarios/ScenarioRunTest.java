package dev.airlock.conformance.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.conformance.scenarios.report.DifferenceText;
import dev.airlock.conformance.scenarios.report.FuelBaseline;
import dev.airlock.conformance.scenarios.report.ScenarioJUnitReport;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.engine.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs scenarios on real sockets, with a connector that fetches a greeting. */
class ScenarioRunTest {
    private static final Path CONNECTOR =
            Path.of(System.getProperty("airlock.root")).resolve("testdata/cli/fetch");
    private static final String GREETS = """
            op = "greet" # what is asked
            [[exchange]]
            match = { host = "api.example.com:443", path = "/greeting" }
            respond = { status = 200, body = '{"greeting":"hello","to":{"n":9007199254740993}}' }
            """;
    private static final String BREAKS = """
            op = "greet"
            [[exchange]]
            fault = "reset"
            """;

    @Test
    void passesWhenEverythingIsAsExpected() {
        ScenarioResult result = run(GREETS + """
                [budget]
                fuel = 100_000
                memory = "64KiB"
                [expect]
                output = { greeting = "hello", to = { n = 9007199254740993 } }
                output_contains = { to = {} }
                [expect.output_at]
                "$.to.n" = 9007199254740993
                "$..greeting" = ["hello"]
                "$.length()" = 2
                [[expect.requests]]
                method = "GET"
                host = "api.example.com"
                path = "/greeting"
                body = ""
                """);

        assertThat(result.differences()).isEmpty();
        assertThat(result.passed()).isTrue();
    }

    @Test
    void saysOfEachPartWhatIsDifferent() {
        ScenarioResult result = run(GREETS + """
                [budget]
                fuel = 1
                memory = "1KiB"
                [expect]
                output = { greeting = "goodbye", to = { n = 9007199254740993 } }
                [expect.output_at]
                "$.to.m" = 1
                [[expect.requests]]
                method = "POST"
                path = "/greeting?loud"
                headers = { X-Key = "k" }
                body_contains = "b"
                [[expect.requests]]
                method = "GET"
                """);

        assertThat(result.differences())
                .extracting(Difference::at)
                .containsExactly(
                        "output/greeting",
                        "output_at $.to.m",
                        "requests/1/method",
                        "requests/1/path",
                        "requests/1/headers/x-key",
                        "requests/1/body",
                        "requests/2",
                        "budget/fuel",
                        "budget/memory");
        assertThat(DifferenceText.lines(result.differences()))
                .startsWith("output/greeting", "  - \"goodbye\"", "  + \"hello\"");
    }

    @Test
    void holdsAFailureAgainstItsExpectation() {
        assertThat(run(BREAKS + """
                        [expect.failure]
                        class = "network_error"
                        retriable = true
                        boundary = "external"
                        message_contains = "api.example.com"
                        details = { request_sent = true }
                        """).differences()).isEmpty();
        assertThat(run(BREAKS + """
                        [expect.failure]
                        class = "external_api_error"
                        retriable = false
                        boundary = "sandbox"
                        message_contains = "nothing of the kind"
                        details = { request_sent = false, status = 404 }
                        """).differences())
                .extracting(Difference::at)
                .containsExactly(
                        "failure/class",
                        "failure/retriable",
                        "failure/boundary",
                        "failure/message",
                        "failure/details/request_sent",
                        "failure/details/status");
    }

    @Test
    void takesNeitherASuccessForAFailureNorAFailureForASuccess() {
        assertThat(run(GREETS + "[expect.failure]\nclass = \"network_error\"\n").differences())
                .extracting(Difference::at)
                .containsExactly("outcome");
        assertThat(run(BREAKS + "[expect]\noutput_contains = {}\n").differences())
                .extracting(Difference::at)
                .containsExactly("outcome");
    }

    @Test
    void failsWhenNothingIsExpectedAndWhenARequestHasNoAnswer() {
        assertThat(run(GREETS).differences()).extracting(Difference::at).containsExactly("expect");
        assertThat(run("op = \"greet\"\n[expect.failure]\nclass = \"external_api_error\"\n")
                        .differences())
                .extracting(Difference::at)
                .contains("upstream");
    }

    @Test
    void burnsTheSameFuelEachTimeAndInEachTier() {
        Scenario scenario = scenario(GREETS);

        assertThat(List.of(
                        runner(Tier.INTERPRETED).run(scenario),
                        runner(Tier.COMPILED).run(scenario)))
                .extracting(result -> result.outcome().usage().fuel())
                .containsOnly(run(GREETS).outcome().usage().fuel());
    }

    @Test
    void runsSeveralAtATimeAndKeepsTheirOrder() throws InterruptedException {
        List<Scenario> scenarios = List.of(scenario(GREETS), scenario(BREAKS), scenario(GREETS));

        assertThat(ScenarioSuite.run(scenarios, runner(Tier.INTERPRETED), 3, result -> result))
                .extracting(ScenarioResult::scenario)
                .containsExactlyElementsOf(scenarios);
    }

    @Test
    void writesExpectationsThatTheNextRunFulfilsAndLeavesTheRestAsItIs() {
        for (String text : List.of(
                GREETS,
                BREAKS,
                GREETS + "\n[expect]\noutput = { greeting = \"old\" }\n\n# kept\n[budget]\nfuel = 100_000\n",
                GREETS + "[expect]\noutput_contains = { greeting = \"old\" }\n[expect.output_at]\n\"$.to.n\" = 1\n",
                BREAKS + "[expect]\noutput = { greeting = \"old\" }\n",
                GREETS + "[[expect.requests]]\nmethod = \"POST\"\npath = \"/x\"\n")) {
            String updated = ScenarioUpdate.of(run(text)).orElseThrow();

            assertThat(run(updated).differences()).as(updated).isEmpty();
            assertThat(updated).startsWith(text.substring(0, text.indexOf('\n')));
            assertThat(updated.contains("# kept\n[budget]\nfuel = 100_000"))
                    .as(updated)
                    .isEqualTo(text.contains("# kept"));
        }
    }

    @Test
    void doesNotTouchAFileWhoseExpectationsItCannotReplace() {
        assertThat(ScenarioUpdate.of(run("expect = { output = {} }\n" + GREETS)))
                .isEmpty();
    }

    @Test
    void beginsWithStateAndComparesWhatIsKept() throws Exception {
        Path counts = Path.of(System.getProperty("airlock.root"), "testdata/cli/counts");
        ScenarioRunner runner = new ScenarioRunner(
                ManifestReader.read(counts.resolve("manifest.toml")).orThrow(),
                Files.readAllBytes(counts.resolve("connector.wasm")),
                Tier.INTERPRETED);
        String call = "op = \"count\"\n[state]\ncalls = 4\n[expect]\noutput = { calls = 5 }\n[expect.state]\n";

        assertThat(runner.run(scenario(call + "calls = \"5\"\n")).differences()).isEmpty();
        ScenarioResult other = runner.run(scenario(call + "calls = 6\nseen = \"x\"\n"));
        assertThat(other.differences())
                .containsExactly(Difference.of("state/calls", "6", "5"), Difference.missing("state/seen", "x"));
        assertThat(ScenarioUpdate.of(other).orElseThrow())
                .contains("[expect.state]\n\"calls\" = \"6\"\n\"seen\" = \"x\"\n");
    }

    @Test
    void keepsFuelWithinAPercentageOfWhatWasRecorded(@TempDir Path folder) throws Exception {
        ScenarioResult result = run(GREETS + "[expect]\noutput_contains = {}\n");
        long burned = result.outcome().usage().fuel();
        Path file = folder.resolve("fuel.json");
        new FuelBaseline(Map.of()).with(List.of(result)).write(file);

        assertThat(FuelBaseline.read(file).check(result, BigDecimal.ZERO).passed())
                .isTrue();
        assertThat(new FuelBaseline(Map.of("one", burned - 1))
                        .check(result, BigDecimal.ZERO)
                        .differences())
                .containsExactly(Difference.of("fuel", "at most 0% more than " + (burned - 1), Long.toString(burned)));
        assertThat(new FuelBaseline(Map.of("one", burned - 1))
                        .check(result, BigDecimal.TEN)
                        .passed())
                .isTrue();
        assertThat(new FuelBaseline(Map.of()).check(result, BigDecimal.ZERO).passed())
                .isTrue();
        assertThat(StrictJson.read(Files.readString(file))
                        .path("fuel")
                        .path("one")
                        .asLong())
                .isEqualTo(burned);
    }

    @Test
    void reportsToBuildServersWithoutCharactersThatXmlDoesNotHave(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("report.xml");
        Files.writeString(
                file,
                ScenarioJUnitReport.of(
                        "local://x/<y>\u0001", List.of(run(GREETS + "[expect]\noutput_contains = {}\n"), run(GREETS))));

        var suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();

        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("failure").item(0).getTextContent())
                .contains("nothing is expected");
    }

    private static ScenarioResult run(String text) {
        return runner(Tier.INTERPRETED).run(scenario(text));
    }

    private static Scenario scenario(String text) {
        ScenarioReading reading = ScenarioReader.parse(Path.of("one.toml"), "one.toml", text);
        assertThat(reading).isInstanceOf(ScenarioReading.Valid.class);
        return ((ScenarioReading.Valid) reading).scenario();
    }

    private static ScenarioRunner runner(Tier tier) {
        try {
            ConnectorManifest manifest =
                    ManifestReader.read(CONNECTOR.resolve("manifest.toml")).orThrow();
            byte[] module = Files.readAllBytes(CONNECTOR.resolve("connector.wasm"));
            return new ScenarioRunner(manifest, module, tier);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
