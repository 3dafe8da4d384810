package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
    @TempDir
    Path temp;

    @Test
    void keepsTheResultAloneOnStandardOutput() {
        CommandRun.Result result = CommandRun.run("run", "fetch", "get", "--upstream", "fetch/upstream.toml");

        Golden.assertMatches("run-success", result);
        assertThat(result.json().path("greeting").asText()).isEqualTo("hello");
    }

    @Test
    void keepsStateBetweenRunsInTheUsersFolder() {
        CommandRun command = CommandRun.standard().home(temp);
        assertThat(command.with("run", "counts", "count").json().path("calls").intValue())
                .isEqualTo(1);
        assertThat(command.with("run", "counts", "count").json().path("calls").intValue())
                .isEqualTo(2);
        assertThat(temp.resolve("state.db")).isNotEmptyFile();
    }

    @Test
    void keepsNoStateOfAScriptedRun() {
        CommandRun command = CommandRun.standard().home(temp);
        for (int run = 0; run < 2; run++) {
            CommandRun.Result result =
                    command.with("run", "counts", "count", "--upstream", "fetch/upstream.toml", "--quiet");
            assertThat(result.json().path("calls").intValue()).isEqualTo(1);
        }
        assertThat(temp.resolve("state.db")).doesNotExist();
    }

    @Test
    void showsAPartialResultWithEverythingForeignCleanedAndMarked() {
        CommandRun.Result result = CommandRun.run("run", "nasty", "x");

        Golden.assertMatches("run-nasty", result);
        assertThat(result.exitCode()).isZero();
        assertThat(result.err().lines().filter(line -> line.contains("forged")))
                .hasSize(2)
                .allMatch(line -> line.startsWith("connector "));
        assertNothingActsOnATerminal(result);
        assertThat(result.json().path("text").textValue()).isEqualTo("\u001b[2J\u202Eevil\u009b");
    }

    @Test
    void escapesWhatActsOnATerminalInTheDocumentToo() {
        CommandRun.Result result = CommandRun.run("run", "nasty", "x", "--json");

        assertNothingActsOnATerminal(result);
        assertThat(result.json().at("/output/text").textValue()).isEqualTo("\u001b[2J\u202Eevil\u009b");
        assertThat(result.json().at("/errors/0/message").textValue()).isEqualTo("\u001b[31mnot\u202Ethis");
        assertThat(result.json().path("logs")).hasSize(1);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void showsAReportedErrorMarkedCleanedAndCut() {
        CommandRun.Result result = CommandRun.run("run", "nasty-error", "x");

        Golden.assertMatches("run-nasty-error", result);
        assertThat(result.exitCode()).isEqualTo(1);
        assertNothingActsOnATerminal(result);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "traps",
                "not-wasm",
                "strangers",
                "fetch-no-network",
                "fetch-other-host",
                "fetch-no-imports",
                "reaches"
            })
    void laysOutWhatHappened(String connector) {
        CommandRun.Result result =
                CommandRun.run("run", connector, "go", "--upstream", "fetch/upstream.toml", "--engine", "interpreted");

        Golden.assertMatches("run-" + connector, result);
    }

    @Test
    void saysNothingButTheResultOrTheFailureWhenQuiet() {
        assertThat(CommandRun.run("run", "nasty", "x", "--quiet").err())
                .startsWith("not done: {")
                .hasLineCount(1);
        assertThat(CommandRun.run("run", "reaches", "x", "--quiet").all()).isEqualToIgnoringNewLines("{}");
        assertThat(CommandRun.run("run", "fetch", "x", "--quiet", "--upstream", "fetch/unmatched.toml")
                        .err())
                .isEmpty();
        assertThat(CommandRun.run("run", "traps", "x", "--quiet").err())
                .startsWith("connector_runtime_error: ")
                .doesNotContain("used:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void namesRequestsThatNoRuleAnsweredOnStandardError(String json) {
        CommandRun.Result result = CommandRun.standard()
                .with(Stream.of("run", "fetch", "x", "--upstream", "fetch/unmatched.toml", json)
                        .filter(word -> !word.isEmpty())
                        .toList());

        assertThat(result.err())
                .contains("upstream: no rule of fetch/unmatched.toml answers GET https://api.example.com/greeting");
        assertThat(result.exitCode()).isZero();
        result.json();
    }

    @Test
    void endsWithALimitOfItsFlagOnBothEngines() {
        for (String engine : List.of("compiled", "interpreted")) {
            JsonNode fuel = CommandRun.run("run", "loop", "x", "--fuel", "100000", "--engine", engine, "--json")
                    .json();
            JsonNode wall = CommandRun.run("run", "sleep", "x", "--wall", "200ms", "--engine", engine, "--json")
                    .json();
            JsonNode memory = CommandRun.run("run", "echo", "echo", "--memory", "64KiB", "--engine", engine, "--json")
                    .json();

            assertThat(fuel.at("/error/details/limit").asText()).isEqualTo("fuel");
            assertThat(fuel.at("/error/details/configured").asLong()).isEqualTo(100_000);
            assertThat(wall.at("/error/details/limit").asText()).isEqualTo("wall_time");
            assertThat(wall.at("/error/details/configured").asLong()).isEqualTo(200);
            assertThat(memory.path("usage").path("memory_peak_bytes").asLong()).isEqualTo(65_536);
        }
    }

    @Test
    void namesTheFlagThatSetALimit() {
        String hint = " set this limit for this run, instead of the manifest; raise ";

        assertThat(CommandRun.run("run", "loop", "x", "--fuel", "1000").err())
                .contains("hint: --fuel" + hint + "--fuel first.");
        assertThat(CommandRun.run("run", "loop", "x", "--wall", "1ms").err())
                .contains("hint: --wall" + hint + "--wall first.");
        assertThat(CommandRun.run("run", "loop", "x", "--fuel", "1000", "--quiet")
                        .err())
                .doesNotContain("hint");
    }

    @Test
    void remindsOfTheScriptThatCouldAnswerInThePlaceOfTheNetwork() {
        String sample =
                CommandRun.ROOT.resolve("sample-connectors/issue-tracker-go").toString();
        CommandRun.Result result = CommandRun.run("run", sample, "list_issues", "--arg", "project=lighthouse");

        assertThat(result.err())
                .contains("hint: this run used the network; --upstream " + sample + "/upstream.toml answers instead");
    }

    @Test
    void saysNothingOfConnectionsThatTheDeadlineBroke() {
        CommandRun.Result result =
                CommandRun.run("run", "fetch", "x", "--upstream", "fetch/stall.toml", "--wall", "1ms");

        assertThat(result.err()).contains("wall_time").doesNotContain("upstream: ");
    }

    @Test
    void refusesAnOperationThatTheManifestDoesNotListBeforeAnythingIsLoaded() throws IOException {
        Files.copy(CommandRun.CONNECTORS.resolve("echo/manifest.toml"), temp.resolve("manifest.toml"));

        CommandRun.Result near = CommandRun.standard().in(temp).with("run", ".", "ecoh");
        CommandRun.Result far = CommandRun.standard().in(temp).with("run", ".", "delete_all", "--json");

        assertThat(near.err()).startsWith("airlock: The manifest declares no operation \"ecoh\"; did you mean echo?");
        assertThat(near.exitCode()).isEqualTo(2);
        assertThat(far.json().at("/error/code").asText()).isEqualTo("usage");
        assertThat(far.json().at("/error/message").asText()).endsWith("; it declares echo, repeat.");
        assertThat(CommandRun.run("run", "loop", "whatever", "--fuel", "1000").exitCode())
                .isEqualTo(1);
    }

    @Test
    void takesAFolderHoweverItIsWritten() throws IOException {
        Path spaced = temp.resolve("a folder");
        Files.createDirectory(spaced);
        for (String file : List.of("manifest.toml", "connector.wasm")) {
            Files.copy(CommandRun.CONNECTORS.resolve("echo").resolve(file), spaced.resolve(file));
        }

        assertThat(CommandRun.standard()
                        .in(temp)
                        .with("run", "a folder/", "echo", "--quiet")
                        .exitCode())
                .isZero();
        assertThat(CommandRun.standard()
                        .in(temp)
                        .with("run", "./a folder", "echo")
                        .exitCode())
                .isZero();
        assertThat(CommandRun.standard().in(spaced).with("run", ".", "echo").exitCode())
                .isZero();
        assertThat(CommandRun.run("run", spaced.toString(), "echo").exitCode()).isZero();
    }

    /** Values for {@code --arg}, each with the argument that the connector gets. */
    static Stream<Arguments> values() {
        return Stream.of(
                arguments("text=5", "{\"text\":\"5\"}"),
                arguments("text=", "{\"text\":\"\"}"),
                arguments("text={\"a\":1}", "{\"text\":\"{\\\"a\\\":1}\"}"),
                arguments("maybe_text=null", "{\"maybe_text\":\"null\"}"),
                arguments("count=9007199254740993", "{\"count\":9007199254740993}"),
                arguments("count=1e3", "{\"count\":1E+3}"),
                arguments("ratio=1.10", "{\"ratio\":1.10}"),
                arguments("flag=true", "{\"flag\":true}"),
                arguments("list=[1,\"a\"]", "{\"list\":[1,\"a\"]}"),
                arguments("table={\"a\":null}", "{\"table\":{\"a\":null}}"),
                arguments("either=5", "{\"either\":5}"),
                arguments("either=five", "{\"either\":\"five\"}"),
                arguments("either=true", "{\"either\":\"true\"}"),
                arguments("other=5", "{\"other\":5}"),
                arguments("other=a=b", "{\"other\":\"a=b\"}"),
                arguments("other=true", "{\"other\":true}"),
                arguments("other=plain text", "{\"other\":\"plain text\"}"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesAnArgumentTheTypeThatTheOperationDeclares(String arg, String args) {
        CommandRun.Result result = CommandRun.run("run", "echo", "echo", "--arg", arg, "--json");

        assertThat(result.out()).contains("\"args\":" + args + ",");
    }

    @Test
    void doesNotCallWithArgumentsThatAreNotWhatTheOperationTakes() {
        CommandRun.Result result = CommandRun.run("run", "echo", "echo", "--args", "{\"text\":5}", "--json");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.json().at("/error/class").asText()).isEqualTo("connector_runtime_error");
        assertThat(result.json().at("/error/boundary").asText()).isEqualTo("action");
        assertThat(result.json().at("/error/details/reason").asText()).isEqualTo("bad_input");
        assertThat(result.json().at("/error/message").asText())
                .contains("/text: integer found, string expected")
                .endsWith("Correct it and call again.");
        assertThat(result.json().at("/usage/fuel").asLong()).isZero();
    }

    @Test
    void namesTheNearestArgumentWhereOneIsNotDeclared() {
        String sample =
                CommandRun.ROOT.resolve("sample-connectors/issue-tracker-go").toString();
        CommandRun.Result closed = CommandRun.run("run", sample, "list_issues", "--arg", "projct=lighthouse");
        CommandRun.Result open = CommandRun.run("run", "echo", "echo", "--arg", "txt=hello", "--json");

        assertThat(closed.exitCode()).isEqualTo(2);
        assertThat(closed.err())
                .startsWith("airlock: --arg: the operation takes no argument \"projct\"; did you mean project?");
        assertThat(open.exitCode()).isZero();
        assertThat(open.err()).contains("hint: the operation declares no argument \"txt\"; did you mean text?");
        assertThat(open.out()).contains("\"args\":{\"txt\":\"hello\"}");
    }

    @Test
    void everyDocumentOfACallHasItsAuditId() {
        assertThat(CommandRun.run("run", "echo", "echo", "--json")
                        .json()
                        .path("audit_id")
                        .asText())
                .startsWith("audit-");
        assertThat(CommandRun.run("run", "echo", "echo", "--json", "--retry")
                        .json()
                        .path("audit_id")
                        .asText())
                .startsWith("audit-");
    }

    @Test
    void readsArgumentsFromAFileFromStandardInputAndFromTheLine() throws IOException {
        String args = "{\"id\":9007199254740993,\"text\":\"Größe 🔦\"}";
        Files.writeString(temp.resolve("args.json"), args + "\n");

        CommandRun run = CommandRun.standard();
        assertThat(run.with("run", "echo", "echo", "--json", "--args", "@" + temp.resolve("args.json"))
                        .out())
                .contains("\"args\":" + args);
        assertThat(run.stdin(args)
                        .with("run", "echo", "echo", "--json", "--args", "-")
                        .out())
                .contains("\"args\":" + args);
        assertThat(run.with("run", "echo", "echo", "--json", "--args", args, "--arg", "more=1")
                        .out())
                .contains("\"args\":{\"id\":9007199254740993,\"text\":\"Größe 🔦\",\"more\":1}");
        assertThat(run.stdin("").with("run", "echo", "echo", "--args", "-").err())
                .contains("it is empty");
    }

    @Test
    void doesNotMistakeAnArgumentFileForItsOwnWords() throws IOException {
        Files.writeString(temp.resolve("words"), "--engine interpreted");

        assertThat(CommandRun.run("run", "echo", "echo", "@" + temp.resolve("words"))
                        .err())
                .contains("is an extra word");
    }

    @Test
    void runsWithoutACacheThatCanBeWritten() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");

        CommandRun.Result result = CommandRun.standard()
                .environment("AIRLOCK_CACHE", file.toString())
                .with("run", "echo", "echo", "--json");

        assertThat(result.json().has("output")).isTrue();
        assertThat(result.err()).contains("compiled code is not kept", "AIRLOCK_CACHE");
    }

    private static void assertNothingActsOnATerminal(CommandRun.Result result) {
        assertThat(result.all()
                        .codePoints()
                        .filter(c -> c != '\n' && c != '\r' && c != 0x200D)
                        .filter(c ->
                                Character.getType(c) == Character.CONTROL || Character.getType(c) == Character.FORMAT))
                .isEmpty();
    }
}
