package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UsageTest {
    /** Wrong command lines, each with the message about it. */
    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        "runn echo x",
                        "\"runn\" is not a command; did you mean run? Commands are run, reverse, replay, explain"),
                arguments("frobnicate", "\"frobnicate\" is not a command. Commands are run"),
                arguments("update x", "\"update\" is not a command; see airlock install, which shows what is new."),
                arguments("list", "\"list\" is not a command; see airlock store list. Commands are run"),
                arguments("run echo echo -q", "\"-q\" is not an option of airlock run; did you mean --quiet?"),
                arguments("run echo echo -x", "\"-x\" is not an option of airlock run. See"),
                arguments(
                        "install echo",
                        "echo is a folder. Name the connector and its version too: airlock install"
                                + " local://cli/echo@1.0.0 --from echo"),
                arguments(
                        "install local://cli/echo",
                        "Reference \"local://cli/echo\" has no version; write name@version"),
                arguments("uninstall echo", "Name \"echo\" has no scheme; write scheme://owner/repo"),
                arguments("--debgu", "\"--debgu\" is not an option of airlock; did you mean --debug?"),
                arguments("--frob", "\"--frob\" is not an option of airlock. See airlock --help."),
                arguments("run", "airlock run needs CONNECTOR OP. See airlock run --help."),
                arguments("run echo", "airlock run needs CONNECTOR OP."),
                arguments("run --jsno", "\"--jsno\" is not an option of airlock run; did you mean --json?"),
                arguments("run echo echo more", "\"more\" is an extra word for airlock run."),
                arguments("run echo echo --wall", "--wall needs a value, TIME."),
                arguments(
                        "run echo echo name=Ada",
                        "\"name=Ada\" is an extra word for airlock run; did you mean --arg name=Ada?"),
                arguments("new x", "airlock new needs the option --lang LANGUAGE."),
                arguments(
                        "check local://cli/echo",
                        "This command takes the folder of a connector, and local://cli/echo is the name of an installed one."
                                + " airlock inspect local://cli/echo shows"),
                arguments(
                        "install foo",
                        "Reference \"foo\" has neither a scheme nor a version; write scheme://owner/repo@version"),
                arguments("run echo echo --wall 1s --wall 2s", "--wall"),
                arguments("check", "airlock check needs DIR."),
                arguments("inspect", "airlock inspect needs CONNECTOR|FILE.wasm."),
                arguments("inspect echo --quiet", "\"--quiet\" is not an option of airlock inspect."),
                arguments(
                        "run echo echo --engine fast",
                        "\"fast\" is not an engine; write auto or compiled or interpreted."),
                arguments("run echo echo --seed x", "is not a whole number"),
                arguments(
                        "run echo echo --allow-private localhost:8080",
                        "--allow-private: leave the port out: --allow-private localhost."),
                arguments(
                        "run echo echo --wall 6min",
                        "--wall: wall_time = 6min is above its ceiling; permitted is 1ms to 5min."),
                arguments("run echo echo --wall 0ms", "--wall: wall_time = 0s is too small; permitted is 1ms to 5min."),
                arguments("run echo echo --wall -1s", "permitted is 1ms to 5min."),
                arguments("run echo echo --wall 5", "permitted is 1ms to 5min."),
                arguments("run echo echo --wall soon", "permitted is 1ms to 5min."),
                arguments("run echo echo --fuel 0", "--fuel: fuel = 0 is too small; permitted is 1 to 300000000000."),
                arguments("run echo echo --fuel 300000000001", "is above its ceiling; permitted is 1 to 300000000000."),
                arguments("run echo echo --fuel 1e9", "permitted is 1 to 300000000000."),
                arguments("run echo echo --fuel 99999999999999999999", "permitted is 1 to 300000000000."),
                arguments(
                        "run echo echo --memory 1KiB",
                        "--memory: memory = 1KiB is too small; permitted is 64KiB to 1GiB."),
                arguments("run echo echo --memory 2GiB", "is above its ceiling; permitted is 64KiB to 1GiB."),
                arguments("run echo echo --memory 1MB", "permitted is 64KiB to 1GiB."),
                arguments("run echo echo --args [1]", "--args takes a JSON object, for instance"),
                arguments("run echo echo --args {", "--args takes a JSON object; it is not JSON (line 1, column"),
                arguments("run echo echo --args {\"a\":1,\"a\":2}", "the same name twice"),
                arguments("run echo echo --args {}x", "something follows the document"),
                arguments("run echo echo --args @nowhere.json", "nowhere.json does not exist."),
                arguments("run echo echo --args @echo", "echo is a folder; name a file."),
                arguments(
                        "run echo echo --arg count",
                        "--arg takes a name and a value, --arg name=value, not \"count\"."),
                arguments("run echo echo --arg =5", "--arg takes a name and a value"),
                arguments("run echo echo --arg a=1 --arg a=2", "The argument \"a\" is given twice."),
                arguments("run echo echo --args {\"a\":1} --arg a=2", "The argument \"a\" is given twice."),
                arguments(
                        "run echo echo --arg count=many",
                        "--arg count: \"many\" is not of the type integer, which the operation declares."),
                arguments("run echo echo --arg count=1.5", "\"1.5\" is not of the type integer"),
                arguments("run echo echo --arg flag=yes", "\"yes\" is not of the type boolean"),
                arguments("run echo echo --arg list={}", "\"{}\" is not of the type array"),
                arguments("run echo echo --allow-private http://x", "--allow-private: "),
                arguments(
                        "run nowhere echo",
                        "nowhere does not exist. Name a folder that holds manifest.toml and connector.wasm."),
                arguments("run echo/manifest.toml echo", "echo/manifest.toml is not a folder."),
                arguments("run no-module echo", "no-module holds no connector.wasm."),
                arguments(
                        "run broken-manifest echo",
                        "The manifest has 4 problems; correct them and run the command again."),
                arguments("check nowhere", "nowhere does not exist."),
                arguments("check echo/manifest.toml", "echo/manifest.toml is not a folder."),
                arguments("inspect nowhere", "nowhere does not exist."),
                arguments("inspect no-module", "no-module holds no connector.wasm."),
                arguments("run fetch x --upstream nowhere.toml", "The upstream script cannot be used"),
                arguments("run fetch x --upstream fetch", "The upstream script cannot be used"),
                arguments("run fetch x --upstream fetch/broken.toml", "The upstream script cannot be used"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isSaidOnStandardErrorAndEndsWithTwo(String line, String message) {
        CommandRun.Result result = CommandRun.run(line.split(" "));

        assertThat(result.err()).startsWith("airlock: ").contains(message).doesNotContain("\tat ", "Exception");
        assertThat(result.out()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void isOneAdministrativeEnvelopeWithJson(String line, String message) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.add(line.endsWith("--wall") ? words.size() - 1 : words.size(), "--json");

        CommandRun.Result result = CommandRun.standard().with(words);

        assertThat(Schemas.problems("administrative-error.schema.json", result.out()))
                .isEmpty();
        assertThat(result.json().at("/error/message").textValue())
                .contains(line.startsWith("--") ? "is not an option of airlock" : message);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void listsEveryProblemOfAManifestWithItsPlace() {
        CommandRun.Result plain = CommandRun.run("run", "broken-manifest", "x");
        CommandRun.Result json = CommandRun.run("run", "broken-manifest", "x", "--json");

        assertThat(plain.err())
                .contains("\n  manifest.toml:2:1: ", "\n  manifest.toml:3:1: ", "\n  manifest.toml:6:10: ")
                .contains("\n  manifest.toml:7:1: unknown key \"hots\"");
        assertThat(json.json().at("/error/details/problems")).hasSize(4);
    }

    @Test
    void listsEveryProblemOfAnUpstreamScriptUnderTheNameThatWasTyped() {
        CommandRun.Result result = CommandRun.run("run", "fetch", "x", "--upstream", "fetch/broken.toml");

        assertThat(result.err()).contains("\n  fetch/broken.toml:2:11: ", "\n  fetch/broken.toml:3:13: ");
    }

    @Test
    void isCleanedBeforeItIsShownAgain() {
        CommandRun.Result result = CommandRun.run("check", "\u001b[31mno\u202Ewhere");

        assertThat(result.err())
                .startsWith("airlock: [31mnowhere does not exist.")
                .doesNotContain("\u001b", "\u202E");
    }

    @Test
    void withNoWordsAtAllIsTheHelpOnStandardError() {
        CommandRun.Result result = CommandRun.run();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("Usage: airlock ").contains("run", "inspect", "check");
    }
}
