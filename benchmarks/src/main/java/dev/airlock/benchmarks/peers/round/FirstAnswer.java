package dev.airlock.benchmarks.peers.round;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Times a process that makes one call and ends, from its start until its answer is printed. Then waits for its end. */
final class FirstAnswer {
    private static final long PATIENCE_MINUTES = 10;

    private FirstAnswer() {}

    /**
     * Returns the time in milliseconds.
     *
     * @param cache the folder for compiled code and other files of Airlock's command
     * @param answer a text that the output contains if the connector answered
     */
    static double millis(List<String> command, Path cache, String answer)
            throws IOException, PeerFailedException, InterruptedException {
        Files.createDirectories(cache);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("AIRLOCK_CACHE", cache.resolve("cache").toString());
        builder.environment().put("AIRLOCK_HOME", cache.resolve("home").toString());
        long start = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        Thread patience = impatient(process);
        StringBuilder output = new StringBuilder();
        boolean answered = readUntil(answer, process.getInputStream(), output);
        double millis = (System.nanoTime() - start) / 1e6;
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        int exit = process.waitFor();
        patience.interrupt();
        if (!answered) {
            throw new PeerFailedException("the process ended with " + exit + " and without an answer: "
                    + output.toString().lines().findFirst().orElse("it said nothing"));
        }
        return millis;
    }

    private static boolean readUntil(String answer, InputStream in, StringBuilder output) throws IOException {
        byte[] some = new byte[4096];
        int read;
        while ((read = in.read(some)) >= 0) {
            output.append(new String(some, 0, read, StandardCharsets.UTF_8));
            if (output.indexOf(answer) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Ends the process after the time limit. */
    private static Thread impatient(Process process) {
        Thread thread = new Thread(() -> {
            try {
                if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                // the process ended before
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
