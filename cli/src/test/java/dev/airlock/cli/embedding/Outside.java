package dev.airlock.cli.embedding;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The machine of a user of the published modules: a Maven repository with the modules of this build, backed by this build's own repository,
 * and copies of projects.
 */
public final class Outside {
    /** The version of the modules in the repository. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private static final List<String> MODULES =
            List.of("formats", "failures", "manifests", "sandbox", "runtime", "registry", "postgres", "upstreams");

    /** Options for Maven's JVM, which runs only for seconds. */
    private static final Map<String, String> SHORT_LIVED =
            Map.of("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

    private final Path folder;

    /** Puts everything into an empty folder. */
    public Outside(Path folder) throws IOException {
        this.folder = folder;
        installPom("airlock-parent", CommandRun.ROOT.resolve("pom.xml"));
        installPom("airlock-bom", CommandRun.ROOT.resolve("bom/pom.xml"));
        for (String module : MODULES) {
            Path source = CommandRun.ROOT.resolve(module);
            installPom("airlock-" + module, source.resolve("pom.xml"));
            pack(module, source.resolve("target/classes"), artifact("airlock-" + module, "jar"));
        }
    }

    /** Returns the repository. */
    public Path repository() {
        return folder.resolve("repository");
    }

    /** Returns the repository that this build uses. */
    public static Path libraries() {
        return Path.of(System.getProperty("airlock.repository"));
    }

    /** Returns a copy of a project. */
    public Path copy(Path project) throws IOException {
        Path copy = folder.resolve(project.getFileName().toString());
        for (Path file : files(project)) {
            Path target = copy.resolve(project.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    /** Runs Maven on a project. Fails if Maven fails. */
    public Ran maven(Path project, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                CommandRun.ROOT.resolve("mvnw").toString(),
                "-q",
                "-B",
                "-Dmaven.repo.local=" + repository(),
                "-Dmaven.repo.local.tail=" + libraries(),
                "-f",
                project.resolve("pom.xml").toString()));
        command.addAll(List.of(arguments));
        return Ran.command(folder, SHORT_LIVED, command).orFail();
    }

    /** Returns the file of one of Airlock's artifacts. */
    public Path artifact(String name, String extension) {
        return repository()
                .resolve("dev/airlock")
                .resolve(name)
                .resolve(VERSION)
                .resolve(name + "-" + VERSION + "." + extension);
    }

    private void installPom(String name, Path pom) throws IOException {
        Path place = artifact(name, "pom");
        Files.createDirectories(place.getParent());
        Files.copy(pom, place, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void pack(String module, Path classes, Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.airlock." + module);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out, manifest)) {
            for (Path file : files(classes)) {
                packed.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, packed);
                packed.closeEntry();
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(folder.resolve("target")))
                    .sorted()
                    .toList();
        }
    }
}
