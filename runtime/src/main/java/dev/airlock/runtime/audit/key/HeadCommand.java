package dev.airlock.runtime.audit.key;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that keeps heads. */
final class HeadCommand implements HeadKeeper {
    private static final int SECONDS = 10;

    private final List<String> command;

    HeadCommand(List<String> command) {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a command begins with a program");
        }
        this.command = List.copyOf(command);
    }

    @Override
    public void keep(KeptHead head) throws IOException {
        Process process = start();
        try {
            tell(process, head);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the command that keeps heads took more than " + SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException("the command that keeps heads ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the command that keeps heads was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("the command that keeps heads cannot be started", e);
        }
    }

    /**
     * Writes the head to the program's input. A program that does not read it may end earlier; its exit code says whether it kept the head.
     */
    private static void tell(Process process, KeptHead head) {
        try (OutputStream in = process.getOutputStream()) {
            in.write((head.line() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            return;
        }
    }
}
