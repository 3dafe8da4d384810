package dev.airlock.benchmarks.peers.round;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running peer that takes requests of one line and answers with one line of JSON. Not thread-safe. */
final class PeerProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_MINUTES = 10;
    private static final long END_SECONDS = 20;

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;
    private final JsonNode greeting;

    private PeerProcess(Process process) throws PeerFailedException, InterruptedException {
        this.process = process;
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.greeting = answer("loading");
    }

    /**
     * Starts the process and waits until it has loaded its connector and called it once.
     *
     * @param log the file to which its standard error is appended
     */
    static PeerProcess start(List<String> command, Path log)
            throws IOException, PeerFailedException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try {
            return new PeerProcess(process);
        } catch (PeerFailedException | InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Returns its line after it loaded its connector. */
    JsonNode greeting() {
        return greeting;
    }

    JsonNode ask(String request) throws PeerFailedException, InterruptedException {
        try {
            requests.write(request);
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw failed(request);
        }
        return answer(request);
    }

    /** Waits for that time without a request. Returns whether the process ended meanwhile. */
    boolean endsWithin(long time, TimeUnit unit) throws InterruptedException {
        return process.waitFor(time, unit);
    }

    private JsonNode answer(String request) throws PeerFailedException, InterruptedException {
        CompletableFuture<String> line = CompletableFuture.supplyAsync(this::line);
        try {
            String read = line.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
            if (read.isEmpty()) {
                throw failed(request);
            }
            return JSON.readTree(read);
        } catch (TimeoutException e) {
            throw new PeerFailedException("no answer to \"" + request + "\" in " + PATIENCE_MINUTES + " minutes");
        } catch (ExecutionException | JsonProcessingException e) {
            throw failed(request);
        }
    }

    /** Returns a line of its output; empty at the end. */
    private String line() {
        try {
            String line = answers.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }

    private PeerFailedException failed(String request) throws InterruptedException {
        boolean ended = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        return new PeerFailedException("\"" + request + "\": "
                + (ended ? "the process ended with " + process.exitValue() : "an answer that is no JSON"));
    }

    /** Ends the process by closing its input. */
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException e) {
            // The process has already ended.
        }
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
