package dev.airlock.cli.console.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.Terminal;
import dev.airlock.manifests.credentials.CredentialKind;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that do not end. */
class SecretInputTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private SecretInput input() {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new SecretInput(
                new Terminal(
                        InputStream.nullInputStream(),
                        stream,
                        stream,
                        System.getenv(),
                        folder,
                        false,
                        SecretPrompt.nobody()),
                Duration.ofSeconds(3));
    }

    @Test
    void aCommandThatHangsIsEndedWithWhateverItStarted() throws Exception {
        SecretOrigin hangs = new SecretOrigin.Command(
                List.of("sh", "-c", "echo canary-secret; sleep 600 & echo $! > child; echo $$ > own; wait"));

        assertThatThrownBy(() -> input().read(CredentialKind.API_KEY, hangs))
                .isInstanceOf(CommandProblem.class)
                .hasMessageContaining("did not answer and end within 3 s, and was stopped. Run it by hand")
                .hasMessageNotContaining("canary");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertEnded("child");
        assertEnded("own");
    }

    @Test
    void aCommandThatClosesItsOutputAndGoesOnIsEndedToo() throws Exception {
        SecretOrigin lingers =
                new SecretOrigin.Command(List.of("sh", "-c", "echo $$ > own; echo canary-secret; exec >&-; sleep 600"));

        assertThatThrownBy(() -> input().read(CredentialKind.API_KEY, lingers))
                .isInstanceOf(CommandProblem.class)
                .hasMessageContaining("did not answer and end within 3 s");
        assertEnded("own");
    }

    @Test
    void whereASecretComesFromIsNotSaidByWhatHoldsIt() {
        assertThat(new SecretOrigin.Command(List.of("canary")) + " " + new SecretOrigin.Variable("canary"))
                .doesNotContain("canary");
        assertThat(new ShortProcess(List.of("canary"), System.getenv(), folder, Duration.ofSeconds(1)) + " "
                        + new ShortProcess.Result(0, "canary".getBytes(StandardCharsets.UTF_8)))
                .doesNotContain("canary");
    }

    private void assertEnded(String file) throws Exception {
        long process = Long.parseLong(Files.readString(folder.resolve(file)).strip());
        ProcessHandle.of(process)
                .ifPresent(running -> assertThat(running.onExit()).succeedsWithin(Duration.ofSeconds(20)));
    }
}
