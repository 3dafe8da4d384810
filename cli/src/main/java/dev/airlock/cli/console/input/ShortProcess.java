package dev.airlock.cli.console.input;

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
 * A program that receives one request and answers on standard output. Its standard error is discarded. No shell reads its words. When its
 * time is up, it is ended with all processes that it started.
 *
 * @param words the program and its arguments
 * @param environment its whole environment
 * @param directory its working directory
 * @param atMost the time that it may take
 */
public record ShortProcess(List<String> words, Map<String, String> environment, Path directory, Duration atMost) {
    /**
     * The result of the program.
     *
     * @param exitCode 0 if it succeeded
     * @param answer its output, which the caller wipes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Result(int exitCode, byte[] answer) {
        /** Omits the answer. */
        @Override
        public String toString() {
            return "exit code " + exitCode;
        }
    }

    /** Omits the words. */
    @Override
    public String toString() {
        return "a process";
    }

    /**
     * Runs the program.
     *
     * @param asked the bytes for its standard input
     * @param most the most bytes of its answer that are read
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

    /** Returns the result. Does not wait for the end of a program that prints more than is read, because it may block for ever. */
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
            // the answer of a program that does not read its input still counts
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
