package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.engine.pass.ClassPass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a main class of the tests in its own JVM, with its own flags. */
public final class ChildJvm {
    private static final long PATIENCE_MINUTES = 10;

    private ChildJvm() {}

    /** Returns the lines that it printed; it must end by itself and without an error. */
    public static List<String> run(Path home, List<String> flags, String mainClass, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(flags);
        command.add("-Dairlock.root=" + System.getProperty("airlock.root"));
        Optional.ofNullable(System.getProperty(ClassPass.PROPERTY))
                .ifPresent(pass -> command.add(1, "-D" + ClassPass.PROPERTY + "=" + pass));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue())
                    .as("%s printed%n%s", command, printed)
                    .isZero();
            return printed.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /**
     * Returns a flag for a JVM that lives for seconds, in which the JIT's second compiler takes more time than it
     * saves. In the full run, where the JVM lives longer, it has both.
     */
    public static String compilers() {
        return Boolean.getBoolean("airlock.full") ? "-XX:+TieredCompilation" : "-XX:TieredStopAtLevel=1";
    }

    /** The home of the JVM that runs the tests. */
    public static Path home() {
        return Path.of(System.getProperty("java.home"));
    }

    /**
     * Returns a JDK of another version that is installed beside the one that runs the tests; that one itself if there
     * is none.
     */
    public static Path otherHome() {
        try (Stream<Path> siblings = Files.list(home().toRealPath().resolveSibling(""))) {
            return siblings.filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .filter(home -> feature(home) >= 17
                            && feature(home) != Runtime.version().feature())
                    .sorted()
                    .findFirst()
                    .orElse(home());
        } catch (IOException e) {
            return home();
        }
    }

    /** Returns the feature version in a JDK's {@code release} file; 0 if it has none. */
    private static int feature(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .map(line -> line.replaceAll("^JAVA_VERSION=\"(\\d+).*", "$1"))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
