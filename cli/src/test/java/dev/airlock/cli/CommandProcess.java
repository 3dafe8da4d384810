package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.console.SecretPrompt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A separate process that runs commands one after the other, like another user's process on the same machine. */
public final class CommandProcess implements AutoCloseable {
    private static final String BETWEEN = "\t";

    private final Process process;
    private final Writer commands;
    private final BufferedReader results;

    private CommandProcess(Process process) {
        this.process = process;
        this.commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.results = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a process with the folder and the environment of these commands. */
    public static CommandProcess start(CommandRun like) throws IOException {
        return start(like, List.of());
    }

    /**
     * Starts the command in a separate process.
     *
     * @param prefix the beginning of the process's command line
     */
    public static CommandProcess start(CommandRun like, List<String> prefix) throws IOException {
        List<String> line = new ArrayList<>(prefix);
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dairlock.root=" + CommandRun.ROOT,
                "-cp",
                System.getProperty("java.class.path"),
                CommandProcess.class.getName(),
                like.directory().toString()));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(like.environment());
        return new CommandProcess(builder.start());
    }

    /** Begins a command. */
    public CommandProcess send(String... command) throws IOException {
        commands.write(String.join(BETWEEN, command) + "\n");
        commands.flush();
        return this;
    }

    /** Returns the result of the command that began first. */
    public CommandRun.Result result() throws IOException {
        String line = results.readLine();
        assertThat(line).as("the process ended").isNotNull();
        String[] parts = line.split(BETWEEN, -1);
        return new CommandRun.Result(Integer.parseInt(parts[0]), decoded(parts[1]), decoded(parts[2]));
    }

    public CommandRun.Result with(String... command) throws IOException {
        return send(command).result();
    }

    /** Returns whether the command that began first has ended. */
    public boolean hasResult() throws IOException {
        return results.ready();
    }

    /** Sends SIGKILL. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    /** Runs the process. Its argument is the folder, and each line that it reads is a command. */
    public static void main(String[] arguments) throws IOException {
        CommandRun commands =
                new CommandRun(Path.of(arguments[0]), Map.copyOf(System.getenv()), "", false, SecretPrompt.nobody());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            CommandRun.Result result = commands.with(line.split(BETWEEN));
            System.out.println(result.exitCode() + BETWEEN + encoded(result.out()) + BETWEEN + encoded(result.err()));
            System.out.flush();
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
