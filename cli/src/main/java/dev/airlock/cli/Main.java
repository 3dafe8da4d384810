package dev.airlock.cli;

import dev.airlock.cli.console.Faults;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.StandardOutput;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.Interruption;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The process's entry: its streams, its arguments, its exit code. */
public final class Main {
    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        Terminal terminal = new Terminal(
                System.in,
                new StandardOutput(new FileOutputStream(FileDescriptor.out)),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Boolean.getBoolean("airlock.terminal"),
                SecretPrompt.console());
        Thread.setDefaultUncaughtExceptionHandler(
                new Faults(terminal, () -> Arrays.asList(args).contains("--debug")));
        int exitCode = new AirlockCommand(terminal).execute(args);
        terminal.out().flush();
        terminal.err().flush();
        Interruption.ended(exitCode);
        System.exit(exitCode);
    }
}
