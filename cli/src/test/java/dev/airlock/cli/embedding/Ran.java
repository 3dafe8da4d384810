package dev.airlock.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The result of a process that ended by itself.
 *
 * @param exitCode its exit code
 * @param text its output on both streams
 */
public record Ran(int exitCode, String text) {
    private static final int MOST_MINUTES = 15;

    /** Runs a command and waits for it. */
    public static Ran command(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "run", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        return new Ran(process.exitValue(), text);
    }

    /** Returns this if the exit code is 0, and fails otherwise. */
    public Ran orFail() {
        assertThat(exitCode).as(text).isZero();
        return this;
    }
}
