package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.embedding.Outside;
import dev.airlock.cli.embedding.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A project outside this build imports the BOM and the installed modules, and runs. The modules are those that this build has compiled, in
 * a separate local repository; the libraries come from this build's repository, without the network.
 */
@Execution(ExecutionMode.CONCURRENT)
class OutsideProjectTest {
    private static final Path PROJECT = CommandRun.ROOT.resolve("cli/src/it/embedder");

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void compilesAndRuns() throws Exception {
        Path classPath = folder.resolve("classpath");
        Outside outside = new Outside(folder);
        Path project = outside.copy(PROJECT);

        outside.maven(project, "compile", "dependency:build-classpath", "-Dmdep.outputFile=" + classPath);
        assertThat(Files.readString(classPath))
                .contains(outside.artifact("airlock-runtime", "jar").toString())
                .doesNotContain("micrometer", "airlock-cli", "airlock-upstreams", "postgresql", "flyway", "HikariCP");

        Ran ran = Ran.command(
                folder,
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        project.resolve("target/classes") + ":" + Files.readString(classPath),
                        "Embedder",
                        folder.resolve("home").toString(),
                        CommandRun.CONNECTORS.resolve("hello").toString()));
        assertThat(ran.exitCode()).as(ran.text()).isZero();
        assertThat(ran.text().lines().filter(line -> !line.startsWith("SLF4J")))
                .hasSize(2)
                .first()
                .isEqualTo("{\"greeting\":\"Hello, Ada!\"}");
        assertThat(folder.resolve("home/audit.db")).exists();
    }

    @Test
    void theExampleHasAtMost25Lines() throws IOException {
        assertThat(Files.readAllLines(PROJECT.resolve("src/main/java/Embedder.java")))
                .hasSizeLessThanOrEqualTo(25);
    }
}
