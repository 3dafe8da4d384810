package dev.airlock.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that makes one call and ends, timed from its start to its end. */
final class FirstAnswer {
    private static final long PATIENCE_MINUTES = 10;

    private FirstAnswer() {}

    /**
     * How long it takes, in milliseconds.
     *
     * @param cache where Airlock's command keeps what it compiled, and its other files
     * @param answer what the output contains if the connector answered
     */
    static double millis(List<String> command, Path cache, String answer)
            throws IOException, PeerFailedException, InterruptedException {
        Files.createDirectories(cache);
        Path output = cache.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("AIRLOCK_CACHE", cache.resolve("cache").toString());
        builder.environment().put("AIRLOCK_HOME", cache.resolve("home").toString());
        long start = System.nanoTime();
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new PeerFailedException("no answer in " + PATIENCE_MINUTES + " minutes");
        }
        double millis = (System.nanoTime() - start) / 1e6;
        String text = Files.readString(output);
        if (!text.contains(answer)) {
            throw new PeerFailedException("the process ended with " + process.exitValue() + " and without an answer: "
                    + text.lines().findFirst().orElse("it said nothing"));
        }
        return millis;
    }
}
