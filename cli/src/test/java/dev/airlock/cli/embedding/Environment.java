package dev.airlock.cli.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The environments in which an application calls a connector, closes everything and ends by itself. */
enum Environment {
    /** One jar with merged service files. */
    SHADED_JAR(true) {
        @Override
        String run(Application application) throws Exception {
            return application.run(jar(application)).text();
        }
    },

    ONE_PROCESSOR(true) {
        @Override
        String run(Application application) throws Exception {
            return application.call(JAVA, "-XX:ActiveProcessorCount=1").text();
        }
    },

    /** A user without rights and without a home, on a file system that cannot be written. */
    READ_ONLY_FILE_SYSTEM(true) {
        @Override
        String run(Application application) throws Exception {
            List<String> command = new ArrayList<>();
            if (mayMount()) {
                command.addAll(List.of("unshare", "--mount", "sh", "-c", READ_ONLY, "sh"));
            }
            command.addAll(List.of("env", "-i"));
            command.addAll(application.command(JAVA, "-XX:-UsePerfData", "-Djava.io.tmpdir=/nonexistent"));
            return application.run(command).text();
        }
    },

    /** The newest JDK beside the one that runs the tests. */
    NEWEST_JDK(true) {
        @Override
        String run(Application application) throws Exception {
            return application
                    .call(newestJdk(), "--enable-native-access=ALL-UNNAMED")
                    .text();
        }
    },

    /** An archive of the classes of an earlier process, including the connector's. */
    ARCHIVE_OF_CLASSES(true) {
        @Override
        String run(Application application) throws Exception {
            return sharing(application, JAVA, "-XX:ArchiveClassesAtExit=agent.jsa", "-XX:SharedArchiveFile=agent.jsa");
        }
    },

    /** The archive of Java 25 and newer, with the profiles of the JIT. */
    AHEAD_OF_TIME_CACHE(true) {
        @Override
        boolean isHere() {
            return version(newestJdk()).orElse(0) >= 25;
        }

        @Override
        String run(Application application) throws Exception {
            return sharing(application, newestJdk(), "-XX:AOTCacheOutput=agent.aot", "-XX:AOTCache=agent.aot");
        }
    },

    /** A runtime with only the parts of the JDK that the documentation names. */
    JLINK(false) {
        @Override
        String run(Application application) throws Exception {
            Path image = application.folder().resolve("image");
            application.run(List.of(
                    JAVA.resolve("bin/jlink").toString(),
                    "--add-modules",
                    documentedModules() + ",jdk.httpserver", // the scripted service runs in it
                    "--output",
                    image.toString()));
            return application.call(image).text();
        }
    },

    VIRTUAL_THREADS(false) {
        @Override
        String run(Application application) throws Exception {
            Path source = application.project("virtual-threads").resolve("VirtualThreads.java");
            String said = application
                    .run(List.of(
                            newestJdk().resolve("bin/java").toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            application.jar().toString(),
                            source.toString(),
                            application.connector().toString(),
                            application.home().toString()))
                    .text();
            System.out.println("virtual threads: " + said);
            return said.contains("answers={Yamoussoukro=1000}") ? "The capital is Yamoussoukro" : said;
        }
    },

    MICRONAUT(false) {
        @Override
        String run(Application application) throws Exception {
            Path project = application.project("micronaut");
            Path classPath = application.folder().resolve("micronaut.classpath");
            application
                    .outside()
                    .maven(project, "compile", "dependency:build-classpath", "-Dmdep.outputFile=" + classPath);
            return application
                    .run(List.of(
                            JAVA.resolve("bin/java").toString(),
                            "-cp",
                            project.resolve("target/classes") + ":" + Files.readString(classPath),
                            "com.example.app.Application",
                            application.connector().toString(),
                            application.home().toString()))
                    .text();
        }
    },

    /** The installed Gradle; without one, Gradle's resolution is not tested. */
    GRADLE(false) {
        @Override
        boolean isHere() {
            boolean isHere = Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, "gradle")));
            if (!isHere) {
                System.err.println("Gradle is not installed, so nothing was built with it.");
            }
            return isHere;
        }

        @Override
        String run(Application application) throws Exception {
            Path project = application.project("gradle");
            application.run(List.of(
                    "gradle",
                    "--offline",
                    "-q",
                    "-p",
                    project.toString(),
                    "-Prepository=" + application.outside().repository().toUri(),
                    "-Plibraries=" + Outside.libraries().toUri(),
                    "installDist"));
            return application
                    .run(List.of(
                            project.resolve("build/install/gradle-app/bin/gradle-app")
                                    .toString(),
                            application.connector().toString(),
                            application.home().toString()))
                    .text();
        }
    };

    static final Path JAVA = Paths.get(System.getProperty("java.home"));

    /** Makes everything read-only, then runs the rest as nobody. */
    private static final String READ_ONLY = """
            mount --make-rprivate /
            for place in $(cut -d ' ' -f 2 /proc/mounts); do
              case $place in
                /proc*|/sys*|/dev) ;;
                *) mount -o remount,bind,ro "$place" ;;
              esac
            done
            if touch /tmp/written /var/tmp/written 2>/dev/null; then exit 3; fi
            exec setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
            """;

    private final boolean cheap;

    Environment(boolean cheap) {
        this.cheap = cheap;
    }

    /** Returns the output of the application. */
    abstract String run(Application application) throws Exception;

    /** Returns whether its tools are installed. */
    boolean isHere() {
        return true;
    }

    /** Returns the environments of every build, or all of them in the full build. */
    static Stream<Environment> environments() {
        return Stream.of(values())
                .filter(each -> each.cheap || Boolean.getBoolean("airlock.full"))
                .filter(Environment::isHere);
    }

    /** Returns whether mounts are permitted: only to root, and not in every container. */
    private static boolean mayMount() throws IOException, InterruptedException {
        Process probe =
                new ProcessBuilder("unshare", "--mount", "true").inheritIO().start();
        return probe.waitFor() == 0;
    }

    /** Fills the cache of compiled code, creates an archive with the flag on the page, and calls the connector with it. */
    private static String sharing(Application application, Path java, String make, String use) throws Exception {
        assertThat(page()).contains("java " + make, "java " + use);
        String connector = application.connector().toString();
        String home = application.home().toString();
        java(application, java, "-Xlog:disable", "com.example.agent.Figures", "load", "2", connector, home);
        java(application, java, make, "com.example.agent.Agent", connector, home);

        String text = java(application, java, use, "-Xlog:class+load", "com.example.agent.Agent", connector, home);

        assertThat(text.lines())
                .anyMatch(line -> line.matches(".* dev\\.airlock\\.sandbox\\.Sandbox source: shared objects file.*"))
                .anyMatch(line -> line.matches(".* dev\\.airlock\\.guest\\.Module_.* source: shared objects file.*"));
        return text;
    }

    private static String java(Application application, Path java, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                java.resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                application.jar().toString()));
        command.addAll(List.of(words));
        return application.run(command).text();
    }

    private static List<String> jar(Application application) {
        return List.of(
                JAVA.resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                application.jar().toString(),
                application.connector().toString(),
                application.home().toString());
    }

    /** Returns the modules in the page on embedding, from its example of jlink. */
    private static String documentedModules() throws IOException {
        return page().replaceAll("(?s).*--add-modules ([a-z.,]+).*", "$1");
    }

    private static String page() throws IOException {
        return Files.readString(CommandRun.ROOT.resolve("src/site/markdown/embedding.md"));
    }

    private static Path newestJdk() {
        try (Stream<Path> homes = Files.list(JAVA.toRealPath().resolveSibling(""))) {
            return homes.filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                    .max(Comparator.comparing(home -> version(home).orElse(0)))
                    .orElse(JAVA);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Integer> version(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .map(line -> line.replaceAll("^JAVA_VERSION=\"(\\d+).*", "$1"))
                    .map(Integer::valueOf)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
