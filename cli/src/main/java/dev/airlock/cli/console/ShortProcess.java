package dev.airlock.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that is asked one thing and answers on standard output; what it says on standard error goes nowhere. No shell reads its
 * words. When its time is up it is ended, with whatever it started.
 *
 * @param words the program and its arguments
 * @param environment all of its environment
 * @param directory where it runs
 * @param atMost how long it may take
 */
public record ShortProcess(List<String> words, Map<String, String> environment, Path directory, Duration atMost) {
    /**
     * What it came to.
     *
     * @param exitCode 0 if it did what it was asked to
     * @param answer what it printed, the caller's to wipe
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Result(int exitCode, byte[] answer) {
        /** Not the answer. */
        @Override
        public String toString() {
            return "exit code " + exitCode;
        }
    }

    /** Not the words. */
    @Override
    public String toString() {
        return "a process";
    }

    /**
     * Runs it.
     *
     * @param asked what it is given on standard input
     * @param most how many bytes of its answer are read
     * @throws IOException if it cannot be run, or its answer cannot be read
     * @throws TimeoutException if its time is up
     */
    public Result run(byte[] asked, int most) throws IOException, TimeoutException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            give(process, asked);
            return result(process, most);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** One that prints more than is read may wait for ever, and is not waited for. */
    private Result result(Process process, int most) throws IOException, TimeoutException, InterruptedException {
        byte[] answer;
        try {
            answer = CompletableFuture.supplyAsync(() -> read(process.getInputStream(), most))
                    .get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        if (answer.length == most) {
            return new Result(0, answer);
        }
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            Arrays.fill(answer, (byte) 0);
            throw new TimeoutException();
        }
        return new Result(process.exitValue(), answer);
    }

    private static void give(Process process, byte[] asked) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(asked);
        } catch (IOException e) {
            // one that does not listen has its say all the same
        }
    }

    private static byte[] read(InputStream in, int most) {
        try {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
