package dev.airlock.benchmarks.peers.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The machine and time of a report.
 *
 * @param date the time in UTC, to the second
 * @param commit the commit of the source tree, with a mark if it was changed; {@code unknown} without git
 * @param processor its model, if the system gives it
 * @param cores the number of cores that the JVM may use
 * @param system kind and version of the operating system
 * @param jdk version and maker of the JDK that runs the report and the peers in Java
 * @param load runnable processes over the last minute, before the report began; negative if unknown
 */
public record Machine(String date, String commit, String processor, int cores, String system, String jdk, double load) {
    public static Machine here() {
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                headCommit(),
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + Runtime.version() + ", " + System.getProperty("java.vendor"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String headCommit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? said.strip() : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private static String processorModel() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Returns all of it on one line. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%s, commit %s. %d cores of %s, %s, %s. Load before the run: %.2f.",
                date,
                commit,
                cores,
                processor,
                system,
                jdk,
                load);
    }
}
