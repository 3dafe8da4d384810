package dev.airlock.cli.actions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code airlock action} as used by a person and by a program. */
class ActionTest {
    @TempDir
    Path home;

    @Test
    void runsStepsAndPrintsWhatEachGave() {
        CommandRun.Result result = run("run", "actions/echo-twice.md", "--arg", "text=5", "--arg", "count=2");

        Golden.assertMatches("action-run", result);
        assertThat(result.json().at("/first/call/args")).hasToString("{\"text\":\"5\",\"count\":2}");
        assertThat(result.json().at("/second/call/args/text").asText()).isEqualTo("5 again");
    }

    @Test
    void printsOneDocumentWithTheStepsInIt() {
        CommandRun.Result result = run("run", "actions/echo-twice.md", "--args", "{\"text\":\"hello\"}", "--json");

        JsonNode steps = result.json().path("steps");
        assertThat(steps).hasSize(2);
        assertThat(steps.at("/0/status").asText()).isEqualTo("succeeded");
        assertThat(steps.at("/0/audit_id").asText()).startsWith("audit-");
        assertThat(steps.at("/0/recovery/attempts")).hasSize(1);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void saysWhatWasNotDone() {
        CommandRun.Result result = run("run", "actions/partial.md");

        assertThat(result.exitCode()).isZero();
        assertThat(result.err())
                .contains(
                        "not done: {\"step\":\"half\"",
                        "not done: {\"step\":\"lost\",\"lost\":\"local://cli/traps go\"")
                .contains("step half: partial", "step lost: lost");
    }

    @Test
    void endsWithTheFailureOfTheStepThatFailed() {
        CommandRun.Result result = run("run", "actions/fails.md", "--json");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.json().at("/error/details/step").asText()).isEqualTo("second");
        assertThat(result.json().at("/error/details/completed_steps/0").asText())
                .isEqualTo("first");
        assertThat(result.json().path("steps")).hasSize(2);
        assertThat(run("run", "actions/fails.md").err()).contains("completed_steps  first");
    }

    @Test
    void recordsTheActionAndEachOfItsStepsUnderTheirAuditIds() {
        JsonNode document = run("run", "actions/fails.md", "--json").json();

        String first = document.at("/steps/0/audit_id").asText();
        String second = document.at("/error/audit_id").asText();
        assertThat(document.at("/steps/1/audit_id").asText()).isEqualTo(second);
        CommandRun.Result list = command().with("audit", "list");
        assertThat(list.out())
                .contains("repeat  local://cli/echo@1.0.0  " + first, "go  local://cli/traps@1.0.0  " + second)
                .contains("  fails  ", "3 calls");
        assertThat(command().with("audit", "show", first).out()).contains("call_intent", "attempt", "succeeded");
        assertThat(command().with("audit", "explain", second).out()).contains("local://cli/traps");
        assertThat(command().with("audit", "verify").exitCode()).isZero();
    }

    @Test
    void refusesInputsThatTheActionDoesNotTake() {
        CommandRun.Result missing = run("run", "actions/echo-twice.md", "--json");
        CommandRun.Result wrong = run("run", "actions/echo-twice.md", "--arg", "text=a", "--arg", "count=many");

        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.json().at("/error/details/reason").asText()).isEqualTo("bad_input");
        assertThat(missing.json().at("/error/boundary").asText()).isEqualTo("action");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("is not of the type integer, which the action declares.");
    }

    @Test
    void deniesWhatNobodyApproves() {
        CommandRun.Result denied = run("run", "actions/needs-approval.md", "--arg", "text=hello");
        CommandRun.Result approved = run("run", "actions/needs-approval.md", "--arg", "text=hello", "--approve");

        Golden.assertMatches("action-denied", denied);
        assertThat(denied.exitCode()).isEqualTo(1);
        assertThat(approved.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"y, 0", "YES, 0", "n, 1", "'', 1", "yess, 1"})
    void asksOnATerminal(String answer, int exitCode) {
        CommandRun.Result result = command()
                .onATerminal()
                .stdin(answer + "\n")
                .with("action", "run", "actions/needs-approval.md", "--arg", "text=\u001b[2Jhello");

        assertThat(result.err()).contains("Say [2Jhello? [y/N]");
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void doesNotDoAgainUnderItsKeyWhatWasDone() {
        String[] words = {"run", "actions/echo-twice.md", "--arg", "text=a", "--key", "order-1234", "--json"};

        run(words);
        CommandRun.Result again = run(words);

        assertThat(again.json().at("/steps/0/recovery/recorded").asBoolean()).isTrue();
        assertThat(run("run", "actions/echo-twice.md", "--arg", "text=a", "--key", " ")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void aFlagSetsALimitForEveryStep() {
        CommandRun.Result result = run("run", "actions/echo-twice.md", "--arg", "text=a", "--fuel", "1000");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .contains("limit            fuel", "step first: failed")
                .contains("hint: --fuel set this limit for this run, instead of the manifest; raise --fuel first.");
        assertThat(run("run", "actions/echo-twice.md", "--arg", "text=a", "--wall", "1h")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void showsAllProblemsOfAnActionAtOnce() {
        Golden.assertMatches("action-check-problems", run("check", "actions/broken/problems.md"));
        Golden.assertMatches(
                "action-check-stale", run("check", "actions/broken/stale.md", "--connectors", ".", "--json"));
        assertThat(run("check", "actions/echo-twice.md", "actions/partial.md").out())
                .isEqualToIgnoringNewLines("no problems");
    }

    @Test
    void runsNothingThatIsBrokenStaleOrMissing() {
        CommandRun.Result broken = run("run", "actions/broken/problems.md", "--json");
        CommandRun.Result stale = run("run", "actions/broken/stale.md", "--connectors", ".", "--json");
        CommandRun.Result missing = run("run", "actions/broken/missing.md", "--connectors", ".", "--json");

        assertThat(broken.exitCode()).isEqualTo(2);
        assertThat(broken.json().at("/error/details/problems").size()).isGreaterThan(2);
        assertThat(stale.exitCode()).isEqualTo(1);
        assertThat(stale.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.json().at("/error/details/problems/0").asText())
                .startsWith("local://cli/nobody@1.0.0 was not found.");
    }

    @Test
    void showsAnActionAndAsAToolOfACatalogue() {
        Golden.assertMatches("action-show", run("show", "actions/echo-twice.md"));
        JsonNode tool = run("show", "actions/echo-twice.md", "--json").json();

        assertThat(tool.path("name").asText()).isEqualTo("echo-twice");
        assertThat(tool.path("description").asText()).isEqualTo("Says something, and then says it again.");
        assertThat(tool.at("/parameters/required")).hasToString("[\"text\"]");
        assertThat(tool.at("/connectors/0/capabilities/0").asText()).isEqualTo("echo");
    }

    @Test
    void listsTheActionsOfAFolder() {
        Golden.assertMatches("action-list", run("list", "actions"));

        JsonNode broken = run("list", "actions/broken", "--json").json();
        assertThat(broken.path("actions")).hasSize(2);
        assertThat(broken.at("/problems/0/file").asText()).isEqualTo("problems.md");
        assertThat(run("list").out()).isEqualToIgnoringNewLines("0 actions");
        assertThat(run("list", "nowhere").exitCode()).isEqualTo(2);
    }

    @Test
    void findsAnActionByItsNameInTheUsersFolder() throws IOException {
        Path actions = Files.createDirectories(home.resolve("actions"));
        Files.copy(CommandRun.CONNECTORS.resolve("actions/echo-twice.md"), actions.resolve("anything.md"));

        assertThat(run("show", "echo-twice").out()).startsWith("echo-twice@1.0.0");
        assertThat(run("run", "echo-twice", "--arg", "text=a", "--connectors", "echo", "--quiet")
                        .exitCode())
                .isZero();
    }

    @Test
    void choosesNoneOfTwoActionsOfOneName() throws IOException {
        Path actions = Files.createDirectories(home.resolve("actions"));
        Files.copy(CommandRun.CONNECTORS.resolve("actions/echo-twice.md"), actions.resolve("one.md"));
        Files.copy(CommandRun.CONNECTORS.resolve("actions/echo-twice.md"), actions.resolve("two.md"));

        CommandRun.Result result = run("run", "echo-twice", "--arg", "text=a");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("More than one action in ", " is called echo-twice. Name its file", "one.md", "two.md");
    }

    @Test
    void saysWhatIsWrongWithAnActionThatWasNamed() throws IOException {
        Path actions = Files.createDirectories(home.resolve("actions"));
        Files.writeString(actions.resolve("ship.md"), "+++\nname = \"ship\"\n+++\nShips.\n");

        assertThat(run("run", "ship").err()).contains("The action has ", "ship.md:");
        assertThat(run("check", "ship").out()).contains("ship.md:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "../../etc/passwd", "actions", ""})
    void saysSoWhenThereIsNoSuchAction(String name) {
        CommandRun.Result result = run("show", name);

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("is not an action file");
    }

    private CommandRun command() {
        return CommandRun.standard().home(home);
    }

    private CommandRun.Result run(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "action";
        System.arraycopy(words, 0, all, 1, words.length);
        return command().with(all);
    }
}
