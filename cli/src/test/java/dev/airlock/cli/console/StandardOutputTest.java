package dev.airlock.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    @Test
    void knowsThatItsReaderWentAway() {
        StandardOutput gone = new StandardOutput(failing("Broken pipe"));
        StandardOutput full = new StandardOutput(failing("No space left on device"));

        gone.println("a line");
        full.println("a line");

        assertThat(gone.hasNoReader()).isTrue();
        assertThat(full.hasNoReader()).isFalse();
        assertThat(full.checkError()).isTrue();
    }

    /** Its reader takes one line of many. */
    @Test
    void theCommandEndsQuietlyWhenItsReaderHasEnough() throws Exception {
        String command = String.join(
                " ",
                List.of(
                        "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'",
                        "-cp",
                        "'" + System.getProperty("java.class.path") + "'",
                        "dev.airlock.cli.Main",
                        "conform --list | (read -r line; echo \"$line\")"));

        Process process =
                new ProcessBuilder("bash", "-c", "set -o pipefail; for i in 1 2 3; do " + command + "; done").start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(err).isEmpty();
        assertThat(process.exitValue()).isZero();
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(why);
            }
        };
    }
}
