package dev.airlock.cli.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the way from a bad outcome to a test, with the commands that a person types. */
class ToScenarioTest {
    private static final Path CHAT = CommandRun.ROOT.resolve("sample-connectors/chat-post-rust");

    @TempDir
    Path temp;

    private CommandRun command;

    @BeforeEach
    void makeAHome() throws IOException {
        Files.createDirectory(temp.resolve("work"));
        command = CommandRun.standard().home(temp.resolve("home")).in(temp.resolve("work"));
    }

    private CommandRun.Result airlock(String... words) {
        return command.with(words);
    }

    /** Copies a connector to the work folder. */
    private void copy(Path connector, String name) throws IOException {
        Path folder = Files.createDirectory(temp.resolve("work").resolve(name));
        for (String file : List.of("manifest.toml", "connector.wasm", "upstream.toml")) {
            if (Files.exists(connector.resolve(file))) {
                Files.copy(connector.resolve(file), folder.resolve(file));
            }
        }
    }

    /** Returns the audit id of a call that the chat service refuses, recorded or not. */
    private String refused(String... more) throws IOException {
        copy(CHAT, "chat");
        List<String> words = new ArrayList<>(
                List.of("run", "chat", "post_message", "--args", "{\"channel_id\":7,\"text\":\"this is forbidden\"}"));
        words.addAll(List.of("--upstream", "chat/upstream.toml", "--json", "--key", "order-17"));
        words.addAll(Arrays.asList(more));
        CommandRun.Result run = command.with(words);
        assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
        return run.json().at("/error/audit_id").asText();
    }

    private Path file(String name) {
        return temp.resolve("work").resolve(name);
    }

    @Test
    void aFailedCallBecomesATestThatPassesUntilItIsCorrected() throws IOException {
        String id = refused("--record");

        CommandRun.Result explained = airlock("audit", "explain", id, "--to-scenario", "chat/tests/not-allowed.toml");

        Golden.assertMatches("to-scenario", explained);
        assertThat(explained.exitCode()).isZero();
        assertThat(explained.out()).contains("\n  airlock test chat --only not-allowed\n");
        assertThat(Files.readString(file("chat/tests/not-allowed.toml")))
                .contains("# audit id  " + id, "key     = \"order-17\"", "status = 403")
                .doesNotContain("sample-chat-token");
        CommandRun.Result test = airlock("test", "chat", "--only", "not-allowed");
        assertThat(test.exitCode()).as(test.all()).isZero();
    }

    @Test
    void aCallThatFoundStateBecomesATestThatBeginsWithIt() throws IOException {
        copy(CommandRun.CONNECTORS.resolve("counts"), "counts");
        airlock("run", "counts", "go");
        String id = airlock("run", "counts", "go", "--record", "--json")
                .json()
                .at("/audit_id")
                .asText();

        CommandRun.Result explained = airlock("audit", "explain", id, "--to-scenario", "counts/tests/second.toml");

        assertThat(explained.exitCode()).as(explained.all()).isZero();
        assertThat(Files.readString(file("counts/tests/second.toml"))).contains("[state]\ncalls = \"1\"\n");
        CommandRun.Result test = airlock("test", "counts");
        assertThat(test.exitCode()).as(test.all()).isZero();
    }

    @Test
    void printsOneDocument() throws IOException {
        String id = refused("--record");

        JsonNode document = airlock("audit", "explain", id, "--json", "--to-scenario", "chat.toml")
                .json();

        assertThat(document.path("ending").asText()).isNotEmpty();
        assertThat(document.at("/scenario/file").asText()).isEqualTo("chat.toml");
        assertThat(document.at("/scenario/replaced")).isEmpty();
        assertThat(document.at("/scenario/remarks")).isEmpty();
        assertThat(document.at("/scenario/next").asText()).isEqualTo("airlock test DIR --only chat");
        assertThat(Files.exists(file("chat.toml"))).isTrue();
        assertThat(airlock("audit", "explain", id, "--json").json().has("scenario"))
                .isFalse();
    }

    @Test
    void namesEachPlaceThatWasReplaced() throws IOException {
        copy(CommandRun.ROOT.resolve("sample-connectors/payment-rail-c"), "rail");
        CommandRun.Result run = airlock(
                "run",
                "rail",
                "charge_card",
                "--args",
                "{\"card_token\":\"tok_declined\",\"amount_minor\":1,\"currency\":\"EUR\"}",
                "--upstream",
                "rail/upstream.toml",
                "--record",
                "--json");
        String id = run.json().at("/error/audit_id").asText();

        CommandRun.Result text = airlock("audit", "explain", id, "--to-scenario", "rail/tests/declined one.toml");
        CommandRun.Result json =
                airlock("audit", "explain", id, "--json", "--to-scenario", "rail/tests/declined one.toml", "--force");

        assertThat(text.out())
                .contains(
                        "  replaced by a made-up value: args/card_token\n",
                        "  replaced by a made-up value: exchange 1, request body\n",
                        "\n  airlock test rail --only 'declined one'\n");
        assertThat(json.json().at("/scenario/replaced"))
                .extracting(JsonNode::asText)
                .containsExactly("args/card_token", "exchange 1, request body");
        assertThat(Files.readString(file("rail/tests/declined one.toml"))).doesNotContain("tok_declined");
        assertThat(airlock("test", "rail").exitCode()).isZero();
    }

    @Test
    void aReviewFindsItsCallWithAllItsAttempts() throws IOException {
        Path errands = CommandRun.CONNECTORS.resolve("errands");
        copy(errands, "errands");
        airlock(
                "run",
                "errands",
                "run",
                "--args",
                "@" + errands.resolve("errand.json"),
                "--upstream",
                errands.resolve("down.toml").toString(),
                "--retry-max",
                "2",
                "--retry-backoff",
                "fixed:10ms",
                "--record");
        airlock(
                "run",
                "errands",
                "run",
                "--args",
                "@" + errands.resolve("errand.json"),
                "--upstream",
                errands.resolve("denied.toml").toString(),
                "--retry",
                "--record");
        String review = airlock("review", "list", "--scripted", "--json")
                .json()
                .at("/reviews/0/id")
                .asText();

        CommandRun.Result shown =
                airlock("review", "show", review, "--scripted", "--to-scenario", "errands/tests/denied.toml");
        CommandRun.Result json = airlock(
                "review",
                "show",
                review,
                "--scripted",
                "--json",
                "--to-scenario",
                "errands/tests/denied.toml",
                "--force");

        assertThat(shown.exitCode()).as(shown.all()).isZero();
        assertThat(shown.out()).contains("policy_denied", "\n  airlock test errands --only denied\n");
        assertThat(json.json().at("/scenario/file").asText()).isEqualTo("errands/tests/denied.toml");
        assertThat(json.json().at("/id").asText()).isEqualTo(review);
        assertThat(airlock("test", "errands").exitCode()).isZero();
    }

    @Test
    void tellsTheLastAttemptOfACallThatWasRepeatedWhicheverOfItsIdsIsNamed() throws IOException {
        Path errands = CommandRun.CONNECTORS.resolve("errands");
        copy(errands, "errands");
        CommandRun.Result run = airlock(
                "run",
                "errands",
                "run",
                "--args",
                "@" + errands.resolve("errand.json"),
                "--upstream",
                errands.resolve("down.toml").toString(),
                "--retry-max",
                "2",
                "--retry-backoff",
                "fixed:10ms",
                "--record",
                "--json");
        String call = only(temp.resolve("home/recordings")).replace(".jsonl", "");
        String last = run.json().at("/error/details/attempts/2/audit_id").asText();
        assertThat(last).isNotEmpty().isNotEqualTo(call);

        for (String id : List.of(call, last)) {
            CommandRun.Result result =
                    airlock("audit", "explain", id, "--to-scenario", "errands/tests/down.toml", "--force");
            assertThat(result.exitCode()).as(result.all()).isZero();
            assertThat(Files.readString(file("errands/tests/down.toml")))
                    .contains("# attempt   3, the last of 3 in the recording\n", "\nattempt = 3\n");
        }
        assertThat(airlock("test", "errands").exitCode()).isZero();
    }

    private static String only(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .reduce((a, b) -> {
                        throw new AssertionError("more than one recording");
                    })
                    .orElseThrow();
        }
    }

    @Test
    void aCallWithoutARecordingIsToBeMadeAgain() throws IOException {
        String id = refused();

        CommandRun.Result result = airlock("audit", "explain", id, "--to-scenario", "x.toml");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("There is no recording of " + id
                        + ". Run it again with --record, airlock run DIR OP --record,");
        assertThat(Files.exists(file("x.toml"))).isFalse();
    }

    @Test
    void aCallIsWrittenAsAScenarioWhenItIsMade() throws IOException {
        copy(CHAT, "chat");

        CommandRun.Result run = airlock(
                "run",
                "chat",
                "post_message",
                "--args",
                "{\"channel_id\":7,\"text\":\"this is forbidden\"}",
                "--upstream",
                "chat/upstream.toml",
                "--record-to",
                "chat/tests/first.toml");

        assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "scenario: chat/tests/first.toml",
                        "read them before you commit the file",
                        "airlock test chat --only first");
        assertThat(airlock("test", "chat", "--only", "first").all()).contains("1 passed, 0 failed");
    }

    @Test
    void aCallIsNotMadeIfItsScenarioWouldReplaceAFile() throws IOException {
        copy(CHAT, "chat");
        Files.writeString(file("x.toml"), "mine");

        CommandRun.Result run = airlock(
                "run",
                "chat",
                "post_message",
                "--args",
                "{}",
                "--upstream",
                "chat/upstream.toml",
                "--record-to",
                "x.toml");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("x.toml exists already. Choose another name, or remove it first.");
        assertThat(Files.readString(file("x.toml"))).isEqualTo("mine");
        assertThat(airlock("audit", "list").out()).doesNotContain("post_message");
    }

    @Test
    void aCallThatIsNoScenarioKeepsItsOutcome() throws IOException {
        copy(CommandRun.CONNECTORS.resolve("hello"), "hello");
        Files.createDirectory(temp.resolve("work/sealed"));
        Files.writeString(file("sealed/tests"), "a file where a folder should be");

        CommandRun.Result run =
                airlock("run", "hello", "greet", "--arg", "name=Ada", "--record-to", "sealed/tests/x.toml");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(run.out()).contains("Hello, Ada!");
        assertThat(run.err()).contains("scenario: not written. The scenario cannot be written to sealed/tests/x.toml.");
    }

    @Test
    void aFileThatExistsStaysUnlessItIsToBeReplaced() throws IOException {
        String id = refused("--record");
        Files.writeString(file("x.toml"), "mine");

        CommandRun.Result refused = airlock("audit", "explain", id, "--to-scenario", "x.toml");
        String before = Files.readString(file("x.toml"));
        CommandRun.Result forced = airlock("audit", "explain", id, "--to-scenario", "x.toml", "--force");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("x.toml exists already. Choose another name, or replace it with --force.");
        assertThat(before).isEqualTo("mine");
        assertThat(forced.exitCode()).isZero();
        assertThat(Files.readString(file("x.toml"))).startsWith("# A recorded call as a scenario.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--to-scenario x.txt", "--to-scenario chat", "--force", "--to-scenario chat/manifest.toml/x.toml"
            })
    void refusesWhatCannotBeWritten(String flags) throws IOException {
        String id = refused("--record");
        List<String> words = new ArrayList<>(List.of("audit", "explain", id));
        words.addAll(Arrays.asList(flags.split(" ")));

        CommandRun.Result result = command.with(words);

        assertThat(result.exitCode()).as(result.all()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void aFolderIsNoFileEvenIfItIsToBeReplaced() throws IOException {
        String id = refused("--record");
        Files.createDirectory(file("x.toml"));

        assertThat(airlock("audit", "explain", id, "--to-scenario", "x.toml", "--force")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void aCallThatNoScriptTellsSaysWhyAndWhatToDo() {
        String loop = CommandRun.CONNECTORS.resolve("loop").toString();
        CommandRun.Result run =
                airlock("run", loop, "x", "--wall", "300ms", "--fuel", "300000000000", "--record", "--json");
        assertThat(run.json().at("/error/details/limit").asText()).isEqualTo("wall_time");
        String id = run.json().at("/error/audit_id").asText();

        CommandRun.Result text = airlock("audit", "explain", id, "--to-scenario", "x.toml");
        CommandRun.Result json = airlock("audit", "explain", id, "--to-scenario", "x.toml", "--json");

        assertThat(text.exitCode()).isEqualTo(2);
        assertThat(text.err())
                .contains(
                        "This call cannot be written as a scenario, so none was written. Look at it with airlock replay "
                                + id + " --trace.",
                        "the call was stopped from outside while its own code ran");
        assertThat(json.exitCode()).isEqualTo(2);
        assertThat(json.json().at("/error/code").asText()).isEqualTo("configuration");
        assertThat(Files.exists(file("x.toml"))).isFalse();
    }

    @Test
    void aRecordingThatWasAlteredIsNotTold() throws IOException {
        String id = refused("--record");
        Path recording = temp.resolve("home/recordings").resolve(id + ".jsonl");
        Files.writeString(recording, Files.readString(recording).replace("forbidden", "permitted"));

        CommandRun.Result result = airlock("audit", "explain", id, "--to-scenario", "x.toml");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("was altered", "Run the call again with --record.");
    }
}
