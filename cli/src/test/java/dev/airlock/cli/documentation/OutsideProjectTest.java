package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A project outside of this build imports the BOM and what is installed, and runs. What is installed is what this build has compiled,
 * in a local repository of its own; the libraries come from the one that this build uses, without the network.
 */
@Execution(ExecutionMode.CONCURRENT)
class OutsideProjectTest {
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final Path PROJECT = CommandRun.ROOT.resolve("cli/src/it/embedder");

    /** For Maven's JVM, which lives for seconds. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    @TempDir
    private Path folder;

    private Path repository;
    private Path project;

    @BeforeEach
    void install() throws IOException {
        repository = folder.resolve("repository");
        installPom("airlock-parent", CommandRun.ROOT.resolve("pom.xml"));
        installPom("airlock-bom", CommandRun.ROOT.resolve("bom/pom.xml"));
        for (String module : List.of("failures", "manifests", "sandbox", "runtime")) {
            Path source = CommandRun.ROOT.resolve(module);
            installPom("airlock-" + module, source.resolve("pom.xml"));
            pack(source.resolve("target/classes"), place("airlock-" + module, "jar"));
        }
        project = folder.resolve("embedder");
        for (Path file : files(PROJECT)) {
            Path copy = project.resolve(PROJECT.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void compilesAndRuns() throws Exception {
        Path classPath = folder.resolve("classpath");
        Path shared = Path.of(System.getProperty("airlock.repository"));

        Ran built = run(List.of(
                CommandRun.ROOT.resolve("mvnw").toString(),
                "-q",
                "-B",
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.repo.local.tail=" + shared,
                "-f",
                project.resolve("pom.xml").toString(),
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + classPath));
        assertThat(built.exitCode()).as(built.text()).isZero();
        assertThat(Files.readString(classPath))
                .contains(place("airlock-runtime", "jar").toString())
                .doesNotContain("micrometer", "airlock-cli", "airlock-upstreams");

        Ran ran = run(List.of(
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

    private record Ran(int exitCode, String text) {}

    private Ran run(List<String> command) throws Exception {
        Path output = Files.createTempFile(folder, "run", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("MAVEN_OPTS", SHORT_LIVED);
        Process process = builder.start();
        process.getOutputStream().close();
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
        return new Ran(process.exitValue(), Files.readString(output));
    }

    private void installPom(String artifact, Path pom) throws IOException {
        Path place = place(artifact, "pom");
        Files.createDirectories(place.getParent());
        Files.copy(pom, place, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path place(String artifact, String extension) {
        return repository
                .resolve("dev/airlock")
                .resolve(artifact)
                .resolve(VERSION)
                .resolve(artifact + "-" + VERSION + "." + extension);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            for (Path file : files(classes)) {
                packed.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, packed);
                packed.closeEntry();
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
