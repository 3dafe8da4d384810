package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void ofTheCommandAreNamedWithoutTheirStack() {
        int exitCode =
                new AirlockCommand(terminal(faulty(), stream(out))).execute("run", "echo", "echo", "--args", "-");

        assertThat(exitCode).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("airlock: Airlock itself failed (IllegalStateException). Run the command again with --debug")
                .doesNotContain("\tat ", "secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before", "after"})
    void showTheirStackToWhoeverAsks(String place) {
        String[] args = place.equals("before")
                ? new String[] {"--debug", "run", "echo", "echo", "--args", "-"}
                : new String[] {"run", "echo", "echo", "--args", "-", "--debug"};

        new AirlockCommand(terminal(faulty(), stream(out))).execute(args);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("IllegalStateException", "\tat dev.airlock.cli.");
    }

    @Test
    void areAnAdministrativeEnvelopeWithJson() {
        new AirlockCommand(terminal(faulty(), stream(out))).execute("run", "echo", "echo", "--args", "-", "--json");

        assertThat(Schemas.problems("administrative-error.schema.json", out.toString(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(err.size()).isZero();
    }

    @Test
    void aPropertyOfJavaThatSaysNothingIsTheCallersMistake() throws Exception {
        CommandRun like = CommandRun.standard().environment("JDK_JAVA_OPTIONS", "-Dairlock.class-pass=perhaps");
        try (CommandProcess other = CommandProcess.start(like)) {
            CommandRun.Result result = other.with("run", "echo", "echo");

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err())
                    .isEqualToIgnoringNewLines(
                            "airlock: The system property airlock.class-pass is \"perhaps\"; use on or off.");
        }
    }

    @Test
    void ofOtherThreadsAreNamedToo() {
        Faults faults = new Faults(terminal(InputStream.nullInputStream(), stream(out)), () -> false);

        faults.uncaughtException(new Thread("worker"), new OutOfMemoryError("secret"));
        faults.show("id-1", new IllegalStateException("secret"));

        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                        airlock: a fault in thread worker: OutOfMemoryError
                        airlock: fault id-1: IllegalStateException
                        """);
    }

    @Test
    void includeAResultThatCannotBeWritten() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space left");
            }
        };

        int exitCode = new AirlockCommand(terminal(new ByteArrayInputStream(new byte[0]), stream(full)))
                .execute("run", "echo", "echo", "--quiet");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualToNormalizingNewlines("airlock: the result could not be written to standard output.\n");
    }

    private Terminal terminal(InputStream in, PrintStream to) {
        return new Terminal(
                in,
                to,
                stream(err),
                Map.of(
                        "AIRLOCK_CACHE", CommandRun.cache().toString(),
                        "AIRLOCK_HOME", CommandRun.data().toString()),
                CommandRun.CONNECTORS,
                false,
                SecretPrompt.nobody());
    }

    private static PrintStream stream(OutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private static InputStream faulty() {
        return new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("secret");
            }

            @Override
            public int read(byte[] into, int from, int length) {
                throw new IllegalStateException("secret");
            }
        };
    }
}
