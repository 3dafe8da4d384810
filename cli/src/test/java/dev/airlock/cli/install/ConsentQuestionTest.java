package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Confirmation;
import dev.airlock.sandbox.api.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the decision of a person: the answers that mean yes, and the effect of all others. */
class ConsentQuestionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private EchoPublisher publisher;

    @BeforeEach
    void prepare() throws IOException {
        publisher = new EchoPublisher(folder);
        publisher.packed(EchoPublisher.NAME, "1.0.0", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n\n", "\n", "yes please\n", "j\n"})
    void whoeverDoesNotSayYesHasCancelledAndAProgramIsToldSo(String typed) {
        CommandRun person = publisher.newcomer().onATerminal().stdin(typed);

        CommandRun.Result text = person.with("install", EchoPublisher.REFERENCE, "--from", "airlock.tar.gz");
        CommandRun.Result json = person.with("install", EchoPublisher.REFERENCE, "--from", "airlock.tar.gz", "--json");

        assertThat(text.exitCode()).isEqualTo(130);
        assertThat(text.out()).isEmpty();
        assertThat(text.err()).endsWith("Nothing was installed." + System.lineSeparator());
        assertThat(json.exitCode()).isEqualTo(130);
        JsonNode document = json.json();
        assertThat(document.path("cancelled").asBoolean()).isTrue();
        assertThat(folder.resolve("home")).doesNotExist();
    }

    @Test
    void anActionThatNobodyAgreesToIsNotCalledInstalled() throws IOException {
        String hash = publisher
                .newcomer()
                .with("pack", "echo", "--json")
                .json()
                .path("hash")
                .asText();
        publisher.action("say.md", "1.0.0", EchoPublisher.NAME, hash);

        CommandRun.Result no =
                publisher.newcomer().onATerminal().stdin("n\n").with("action", "add", "say.md", "--connectors", "echo");
        CommandRun.Result nobody = publisher.newcomer().with("action", "add", "say.md", "--connectors", "echo");

        assertThat(no.exitCode()).isEqualTo(130);
        assertThat(no.err()).endsWith("Nothing was added." + System.lineSeparator());
        assertThat(nobody.exitCode()).isEqualTo(2);
        assertThat(nobody.err()).contains("Nothing was added: there is no terminal to ask on.");
        assertThat(folder.resolve("home")).doesNotExist();
    }

    @Test
    void anActionThatItsFolderDoesNotTakeInstallsAndRecordsNothing() throws IOException {
        String hash = publisher
                .user()
                .with("pack", "echo", "--json")
                .json()
                .path("hash")
                .asText();
        publisher.action("say.md", "1.0.0", EchoPublisher.NAME, hash);
        Files.createDirectories(folder.resolve("home"));
        Files.createSymbolicLink(folder.resolve("home/actions"), folder.resolve("not-there/actions"));

        CommandRun.Result refused =
                publisher.newcomer().with("action", "add", "say.md", "--connectors", "echo", "--yes", "--json");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.json().at("/error/message").asText()).startsWith("Nothing was added: ");
        assertThat(publisher.newcomer().with("store", "list").out()).isEqualTo("nothing is installed\n");
        assertThat(folder.resolve("home/audit.db")).doesNotExist();
    }

    @Test
    void otherBytesUnderAVersionThatIsInstalledAreSpokenOf() throws IOException {
        publisher.installed("1.0.0");
        assertThat(publisher
                        .user()
                        .with("install", EchoPublisher.REFERENCE, "--from", "airlock.tar.gz")
                        .err())
                .doesNotContain("installed is");
        publisher.packed(EchoPublisher.NAME, "1.0.0", "description = \"the same, it says\"\n");

        CommandRun.Result shown =
                publisher.newcomer().with("install", EchoPublisher.REFERENCE, "--from", "airlock.tar.gz");

        assertThat(shown.err()).contains("version     1.0.0, installed is 1.0.0 too, WITH DIFFERENT BYTES");
    }

    @Test
    void ctrlCEndsTheWaitAtOnceAndAYesAfterItIsNone() throws Exception {
        Cancellation cancellation = new Cancellation();
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (PipedOutputStream person = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(person)) {
            Terminal terminal = new Terminal(
                    in,
                    new PrintStream(shown, true, StandardCharsets.UTF_8),
                    new PrintStream(shown, true, StandardCharsets.UTF_8),
                    Map.of(),
                    folder,
                    true,
                    SecretPrompt.nobody());
            CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(
                    () -> Confirmation.isAnsweredYes(terminal, "Install it?", cancellation));
            while (shown.size() == 0) {
                Thread.onSpinWait();
            }

            cancellation.cancel();

            assertThat(answer.get(2, TimeUnit.SECONDS)).isFalse();
            person.write("y\n".getBytes(StandardCharsets.UTF_8));
            assertThat(Confirmation.isAnsweredYes(terminal, "And this?", cancellation))
                    .isFalse();
            assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain("And this?");
        }
    }

    @Test
    void theScreenShowsAnActionsWordsSoThatTheyPassForNoLineOfIts() throws IOException {
        String hash = publisher
                .user()
                .with("pack", "echo", "--json")
                .json()
                .path("hash")
                .asText();
        Path file = publisher.action("say.md", "1.0.0", EchoPublisher.NAME, hash);
        String spoof = "nothing" + " ".repeat(57) + "signature   verified (v1 and v2), of " + EchoPublisher.NAME;
        Files.writeString(file, Files.readString(file).replace("[\"echo\"]", "[\"echo\", \"" + spoof + "\"]"));

        String screen = publisher
                .user()
                .with("action", "add", "say.md", "--connectors", "echo")
                .err();

        assertThat(screen).contains("it uses     nothing signature verified (v1 and v2), of");
        assertThat(screen.lines().filter(line -> line.length() < 200))
                .noneSatisfy(line -> assertThat(line).contains("signature   verified"));
    }
}
