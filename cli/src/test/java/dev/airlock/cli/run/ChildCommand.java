package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A command in a process of its own, which seems to have a person at its terminal, and which Ctrl-C ends. */
public final class ChildCommand {
    /** The longest life of a process. Without this bound, a test that reads from a silent process would never end. */
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private static final List<String> SIGNAL_HEEDED = InterruptSignal.heededBy();

    private final Process process;
    private final CompletableFuture<String> out;
    private final BufferedReader err;
    private final StringBuilder said = new StringBuilder();
    private int heard;

    private ChildCommand(Process process) {
        this.process = process;
        CompletableFuture.delayedExecutor(LONGEST.toSeconds(), TimeUnit.SECONDS).execute(process::destroyForcibly);
        this.out = CompletableFuture.supplyAsync(all(process.getInputStream()), ChildCommand::onAThread);
        this.err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    /** The result of a process that the signal ended. */
    public record Ended(int exitCode, String out, String err) {}

    /** Starts a command in a folder, with these variables beside those of this process. */
    public static ChildCommand start(Path folder, Map<String, String> environment, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>(SIGNAL_HEEDED);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dairlock.terminal=true",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        builder.environment().remove("TERM");
        return new ChildCommand(builder.start());
    }

    /** Waits until standard error has that text, after the text that was awaited before. */
    public void awaitOnStandardError(String text) throws IOException {
        int at = said.indexOf(text, heard);
        while (at < 0) {
            int c = err.read();
            assertThat(c).as("the process said “%s” and ended", said).isNotEqualTo(-1);
            said.append((char) c);
            at = said.indexOf(text, heard);
        }
        heard = at + text.length();
    }

    /** Types on its standard input. */
    public void type(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Sends the signal of Ctrl-C, and waits for the end. */
    public Ended interrupt() throws Exception {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(process.waitFor()).as("whether the signal ended it").isEqualTo(130);
        for (int c = err.read(); c >= 0; c = err.read()) {
            said.append((char) c);
        }
        return new Ended(process.exitValue(), out.get(), said.toString());
    }

    /**
     * Runs a task on a new thread. The JVM's common pool has one thread on a machine with two processors, and these tasks wait for each
     * other.
     */
    static void onAThread(Runnable task) {
        Thread thread = new Thread(task, "child-command");
        thread.setDaemon(true);
        thread.start();
    }

    private static Supplier<String> all(InputStream stream) {
        return () -> {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
