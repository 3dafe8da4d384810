package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnTest {
    private static final String SAMPLE = "../../sample-connectors/chat-post-rust";

    @TempDir
    Path temp;

    @Test
    void printsTheSmallestWholeManifestThatACallNeeds() throws IOException {
        CommandRun.Result learned = learn(
                SAMPLE,
                "post_message",
                "--arg",
                "channel_id=7",
                "--arg",
                "text=hi",
                "--upstream",
                SAMPLE + "/upstream.toml");

        assertThat(learned.exitCode()).as(learned.all()).isZero();
        assertThat(learned.out())
                .startsWith("# What one call of post_message needs. Nothing was sent to any service.\n[connector]\n")
                .contains("[capabilities.credential]\nkind = \"bearer\"", "[capabilities.runtime]\nimports = [");
        assertThat(runsWith(learned.out())).isZero();
        JsonNode json = learn(
                        SAMPLE,
                        "post_message",
                        "--arg",
                        "channel_id=7",
                        "--arg",
                        "text=hi",
                        "--upstream",
                        SAMPLE + "/upstream.toml",
                        "--json")
                .json();
        assertThat(learned.out()).endsWith(json.path("manifest").asText());
    }

    /** Runs the connector with the printed manifest, which has no problems. */
    private int runsWith(String manifest) throws IOException {
        Path sample = CommandRun.ROOT.resolve("sample-connectors/chat-post-rust");
        Files.writeString(temp.resolve("manifest.toml"), manifest);
        Files.copy(sample.resolve("connector.wasm"), temp.resolve("connector.wasm"));
        assertThat(CommandRun.run("check", temp.toString()).out()).isEqualTo("no problems\n");
        CommandRun.Result run = CommandRun.run(
                "run",
                temp.toString(),
                "post_message",
                "--arg",
                "channel_id=7",
                "--arg",
                "text=hi",
                "--upstream",
                SAMPLE + "/upstream.toml");
        return run.exitCode();
    }

    @Test
    void sendsNothingAndSaysWhatItCouldNotSee() {
        CommandRun.Result learned = learn("fetch", "go");

        assertThat(learned.exitCode()).as(learned.all()).isZero();
        assertThat(learned.out()).contains("hosts = [\"api.example.com:443\"]");
        assertThat(learned.err()).contains("no service answered; name a script that answers with --upstream FILE");
    }

    @Test
    void namesWhatIsDeclaredAndNotUsed() {
        JsonNode learned = learn("fetch-other-host", "go", "--json").json();

        assertThat(learned.at("/needs/hosts/0").asText()).isEqualTo("api.example.com:443");
        assertThat(learned.path("unused").toString()).contains("network ");
        assertThat(learned.at("/needs/state").booleanValue()).isFalse();
    }

    @Test
    void findsOutThatStateIsUsed() {
        CommandRun.Result learned = learn("counts", "count");

        assertThat(learned.exitCode()).as(learned.all()).isZero();
        assertThat(learned.out()).contains("[capabilities.state]");
    }

    @Test
    void keepsTheSlotAndTheNameThatTheAuthorGaveACredential() throws IOException {
        Path asks = CommandRun.ROOT.resolve("testdata/cli/asks");
        Files.copy(asks.resolve("connector.wasm"), temp.resolve("connector.wasm"));
        Files.writeString(temp.resolve("manifest.toml"), Files.readString(asks.resolve("manifest.toml")) + """

                [capabilities.credentials.crm]
                kind = "api_key"
                slot = "path:bot{key}"
                [capabilities.credentials.erp]
                kind = "bearer"
                """);
        String args = "{\"url\":\"https://api.example.com/bot%7Bkey%7D/x\",\"credential\":\"crm\"}";
        CommandRun.Result learned = learn(temp.toString(), "go", "--args", args, "--json");

        assertThat(learned.json().at("/needs/credentials/0").asText())
                .as(learned.all())
                .isEqualTo("crm");
        assertThat(learned.json().path("manifest").asText())
                .contains("[capabilities.credentials.crm]\nkind = \"api_key\"\nslot = \"path:bot{key}\"")
                .doesNotContain("erp");
        assertThat(learned.json().path("unused").toString()).contains("credential erp");
        assertThat(learned.all()).doesNotContain("made-up-for-learning");
    }

    @Test
    void recordsNoCallAndKeepsNoState() {
        CommandRun command = CommandRun.standard().home(temp);
        command.with("run", "counts", "count", "--learn");

        assertThat(temp.resolve("audit.db")).doesNotExist();
        assertThat(temp.resolve("state.db")).doesNotExist();
    }

    private static CommandRun.Result learn(String connector, String op, String... more) {
        String[] words = new String[more.length + 4];
        words[0] = "run";
        words[1] = connector;
        words[2] = op;
        words[3] = "--learn";
        System.arraycopy(more, 0, words, 4, more.length);
        return CommandRun.run(words);
    }
}
