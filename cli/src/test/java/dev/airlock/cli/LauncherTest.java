package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the script {@code airlock} with a fake build and a fake Java that only report their calls. */
class LauncherTest {
    private static final String BUILD_WORKS = """
            #!/bin/sh
            echo '[INFO] Building Airlock :: cli 0.1.0-SNAPSHOT  [7/7]'
            echo build >>builds
            mkdir -p cli/target && touch cli/target/airlock.stamp
            """;
    private static final String BUILD_FAILS = """
            #!/bin/sh
            echo build >>builds
            echo '[ERROR] it does not compile'
            exit 1
            """;

    @TempDir
    Path temp;

    private Path root;
    private Path javaHome;
    private final Map<String, String> environment = new HashMap<>();

    record Result(int exitCode, String out, String err) {}

    @BeforeEach
    void makeAHouse() throws IOException {
        root = Files.createDirectories(temp.resolve("a house"));
        Files.copy(CommandRun.ROOT.resolve("airlock"), root.resolve("airlock"));
        Files.createDirectories(root.resolve("cli/src/main"));
        Files.writeString(root.resolve("pom.xml"), "");
        Files.writeString(root.resolve("cli/pom.xml"), "");
        Files.writeString(root.resolve("cli/src/main/Source.java"), "");
        javaHome = temp.resolve("a java");
        script(javaHome.resolve("bin/java"), "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\"; done\n");
        script(root.resolve("mvnw"), BUILD_WORKS);
        environment.put("JAVA_HOME", javaHome.toString());
        environment.put("TMPDIR", temp.toString());
    }

    @Test
    void buildsOnFirstUseAndSaysSoOnStandardErrorOnly() throws Exception {
        Result result = run(root, root.resolve("airlock").toString(), "run", "a b", "");

        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).contains("first use; building", "airlock:   cli [7/7]", "airlock: built");
        assertThat(result.out())
                .endsWith("dev.airlock.cli.Main\nrun\na b\n\n")
                .contains("-Dslf4j.provider=", "-Dslf4j.internal.verbosity=ERROR\n")
                .contains("-cp\n" + root + "/cli/target/airlock-cli.jar:" + root + "/cli/target/lib/*\n");
        assertThat(builds()).isEqualTo(1);
        assertThat(root.resolve(".airlock-build/lock")).doesNotExist();
    }

    @Test
    void namesUtf8WhereTheLocaleIsAsciiAndLeavesEveryOtherLocaleAlone() throws Exception {
        script(
                javaHome.resolve("bin/java"),
                "#!/bin/sh\necho \"${LC_ALL:-unset} ${LC_CTYPE:-unset} ${LANG:-unset}\"\n");
        run(root, "./airlock");

        assertThat(inLocale(Map.of("LC_ALL", "C"))).matches("unset (C|en_US)[.](?i:utf-?8) C\n");
        assertThat(inLocale(Map.of())).matches("unset (C|en_US)[.](?i:utf-?8) unset\n");
        assertThat(inLocale(Map.of("LC_ALL", "C.UTF-8"))).isEqualTo("C.UTF-8 unset unset\n");
    }

    /** Java gives up all categories if one names a missing locale, so it is not enough to name the one for characters. */
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL", "LC_CTYPE", "LANG"})
    void namesUtf8ForEverythingWhereALocaleIsNotInstalled(String variable) throws Exception {
        script(javaHome.resolve("bin/java"), "#!/bin/sh\necho \"$LC_ALL $(locale 2>&1 >/dev/null)\"\n");
        run(root, "./airlock");

        assertThat(inLocale(Map.of(variable, "no_such_LOCALE.UTF-8"))).matches("(C|en_US)[.](?i:utf-?8) \n");
    }

    private String inLocale(Map<String, String> locale) throws Exception {
        List.of("LC_ALL", "LC_CTYPE", "LANG").forEach(name -> environment.put(name, locale.getOrDefault(name, "")));
        return run(root, "./airlock").out();
    }

    @Test
    void doesNotBuildAgainUntilASourceIsNewer() throws Exception {
        run(root, "./airlock");

        assertThat(run(root, "./airlock").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);

        Files.setLastModifiedTime(
                root.resolve("cli/src/main/Source.java"),
                FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(run(root, "./airlock").err()).contains("its sources are newer than its build; building again");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void buildsOnceForTwoAtATime() throws Exception {
        script(root.resolve("mvnw"), "#!/bin/sh\nread -r go <gate\n" + BUILD_WORKS.substring("#!/bin/sh\n".length()));
        assertThat(new ProcessBuilder("mkfifo", root.resolve("gate").toString())
                        .start()
                        .waitFor())
                .isZero();
        Process first = start(root, "./airlock", "first");
        try (OutputStream gate = opened(root.resolve("gate"))) {
            Process second = start(root, "./airlock", "second");
            assertThat(second.errorReader(StandardCharsets.UTF_8).readLine())
                    .isEqualTo("airlock: waiting for another build to end (process " + first.pid() + ")");
            gate.write("go\n".getBytes(StandardCharsets.UTF_8));
            gate.flush();

            assertThat(first.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(second.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(text(first.getInputStream())).endsWith("first\n");
            assertThat(text(second.getInputStream())).endsWith("second\n");
            assertThat(builds()).isEqualTo(1);
        }
    }

    @Test
    void takesOverALockWhoseOwnerIsGone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.createDirectory(root.resolve(".airlock-build"));
        Files.writeString(root.resolve(".airlock-build/lock"), gone.pid() + "\n");

        Result result = run(root, "./airlock");

        assertThat(result.exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void takesOverALockThatNobodySigned() throws Exception {
        Files.createDirectory(root.resolve(".airlock-build"));
        Files.createFile(root.resolve(".airlock-build/lock"));

        assertThat(run(root, "./airlock").exitCode()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void leavesNothingBrokenBehindAnInterruptedBuild() throws Exception {
        script(root.resolve("mvnw"), "#!/bin/sh\necho $$ >builder\nread -r go <gate\n");
        assertThat(new ProcessBuilder("mkfifo", root.resolve("gate").toString())
                        .start()
                        .waitFor())
                .isZero();
        Process launcher = start(root, "./airlock");
        try (OutputStream gate = opened(root.resolve("gate"))) {
            assertThat(new ProcessBuilder("kill", "-TERM", Long.toString(launcher.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(launcher.waitFor(5, TimeUnit.MINUTES)).isTrue();
            long builder =
                    Long.parseLong(Files.readString(root.resolve("builder")).strip());

            assertThat(gate).isNotNull();
            assertThat(launcher.exitValue()).isEqualTo(130);
            assertThat(root.resolve(".airlock-build/lock")).doesNotExist();
            ProcessHandle.of(builder)
                    .ifPresent(handle ->
                            handle.onExit().orTimeout(10, TimeUnit.SECONDS).join());
        }
        script(root.resolve("mvnw"), BUILD_WORKS);
        assertThat(run(root, "./airlock").exitCode()).isZero();
    }

    @Test
    void saysWhyABuildFailed() throws Exception {
        script(root.resolve("mvnw"), BUILD_FAILS);

        Result result = run(root, "./airlock");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("[ERROR] it does not compile", "the build failed");
        assertThat(root.resolve(".airlock-build/lock")).doesNotExist();
    }

    @Test
    void worksFromAnotherFolderAndThroughLinks() throws Exception {
        Path elsewhere = Files.createDirectories(temp.resolve("else where"));
        Path first = Files.createSymbolicLink(temp.resolve("first"), root.resolve("airlock"));
        Path second = Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("../first"));

        assertThat(run(elsewhere, first.toString(), "x").out()).contains(root + "/cli/target/airlock-cli.jar");
        assertThat(run(temp, second.toString(), "x").out()).contains(root + "/cli/target/airlock-cli.jar");
        assertThat(run(elsewhere, "./second", "x").out()).endsWith("\nx\n");
    }

    @Test
    void saysWhatToInstallWithoutJava() throws Exception {
        environment.put("JAVA_HOME", "");
        environment.put("PATH", commandsWithoutJava().toString());

        Result result = run(root, "./airlock", "--version");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo("airlock: no Java found. Install a JDK 17 or newer, or set JAVA_HOME to one.\n");
    }

    @Test
    void saysThatAJavaHomeWithoutJavaIsNotUsed() throws Exception {
        environment.put("JAVA_HOME", temp.resolve("nowhere").toString());
        environment.put("PATH", commandsWithoutJava().toString());

        assertThat(run(root, "./airlock").err()).contains("no Java found", "JAVA_HOME");
    }

    @Test
    void saysThatItsFolderIsGone() throws Exception {
        Path gone = Files.createDirectory(root.resolve("gone"));

        Result result = run(root, "sh", "-c", "cd gone && rmdir ../gone && ../airlock");

        assertThat(gone).doesNotExist();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("airlock: the folder that this is run in no longer exists. Change to another one");
        assertThat(root.resolve("builds")).doesNotExist();
    }

    @Test
    void handsOnTheExitCode() throws Exception {
        script(javaHome.resolve("bin/java"), "#!/bin/sh\nexit 130\n");

        assertThat(run(root, "./airlock").exitCode()).isEqualTo(130);
    }

    @Test
    void makesAnArchiveOfClassesOnceForEachJavaAndBuild() throws Exception {
        makeAJavaThatArchives("1");

        Result first = run(root, "./airlock", "x");
        assertThat(first.err()).contains("airlock: preparing fast starts with this Java");
        Path archive = onlyArchive();
        assertThat(first.out())
                .contains("-XX:SharedArchiveFile=" + archive + "\n")
                .endsWith("\nx\n");
        assertThat(run(root, "./airlock").err()).isEmpty();
        assertThat(dumps()).isEqualTo(1);
        assertThat(root.resolve(".airlock-build")).isDirectoryNotContaining("glob:**/training.*");

        makeAJavaThatArchives("2");
        assertThat(run(root, "./airlock").out()).doesNotContain(archive.toString());
        assertThat(dumps()).isEqualTo(2);

        Files.setLastModifiedTime(
                root.resolve("cli/target/airlock.stamp"),
                FileTime.from(Instant.now().plusSeconds(5)));
        run(root, "./airlock");
        assertThat(dumps()).isEqualTo(3);
    }

    @Test
    void makesAnArchiveOnceForTwoAtATime() throws Exception {
        makeAJavaThatArchives("1");
        run(root, "./airlock");
        Files.delete(onlyArchive());

        Process first = start(root, "./airlock");
        Process second = start(root, "./airlock");

        assertThat(first.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(second.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(dumps()).isEqualTo(2);
        assertThat(text(first.getInputStream())).contains(onlyArchive().toString());
        assertThat(text(second.getInputStream())).contains(onlyArchive().toString());
    }

    @Test
    void goesOnWithoutAnArchiveWhereNoneCanBeMadeAndTriesOnlyOnce() throws Exception {
        makeAJavaThatArchives("1");
        environment.put("NO_ARCHIVE", "1");

        Result first = run(root, "./airlock", "x");
        Result second = run(root, "./airlock", "x");

        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).doesNotContain("SharedArchiveFile").endsWith("\nx\n");
        assertThat(second.out()).doesNotContain("SharedArchiveFile");
        assertThat(second.err()).isEmpty();
        assertThat(dumps()).isEqualTo(1);
    }

    /** Creates a fake Java that lists and dumps classes on request, and otherwise prints its arguments. */
    private void makeAJavaThatArchives(String version) throws IOException {
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        script(javaHome.resolve("bin/java"), """
                #!/bin/sh
                for a in "$@"; do
                  case $a in
                    -XX:DumpLoadedClassList=*) echo a/Class >"${a#*=}"; exit 0 ;;
                    -Xshare:dump) dump=1 ;;
                    -XX:SharedArchiveFile=*) [ -z "${dump:-}" ] || { echo dump >>dumps; [ -n "${NO_ARCHIVE:-}" ] || echo it >"${a#*=}"; } ;;
                  esac
                done
                for a in "$@"; do echo "$a"; done
                """);
    }

    private Path onlyArchive() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("cli/target"))) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".jsa")).toList();
            assertThat(archives).hasSize(1);
            return archives.get(0);
        }
    }

    private long dumps() throws IOException {
        return Files.readAllLines(root.resolve("dumps")).size();
    }

    @Test
    void canBeRunAsItIsCommitted() {
        for (String script : List.of("airlock", "mvnw", "sample-connectors/build.sh", ".ci/run")) {
            assertThat(CommandRun.ROOT.resolve(script)).isExecutable();
        }
    }

    private Path commandsWithoutJava() throws IOException {
        Path commands = Files.createDirectories(temp.resolve("commands"));
        for (String command : List.of("sh", "readlink", "dirname", "cat", "find", "head", "mkdir", "ln", "rm")) {
            for (String folder : List.of("/usr/bin", "/bin")) {
                Path real = Path.of(folder, command);
                if (Files.exists(real) && !Files.exists(commands.resolve(command))) {
                    Files.createSymbolicLink(commands.resolve(command), real);
                }
            }
        }
        return commands;
    }

    /** Returns the writing end of a pipe, after a reader has opened it. */
    private static OutputStream opened(Path pipe) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return Files.newOutputStream(pipe);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(5, TimeUnit.MINUTES);
    }

    private long builds() throws IOException {
        return Files.readAllLines(root.resolve("builds")).size();
    }

    private Result run(Path directory, String... command) throws Exception {
        Process process = start(directory, command);
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Result(process.waitFor(), text(process.getInputStream()), text(process.getErrorStream()));
    }

    private Process start(Path directory, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.environment().remove("AIRLOCK_JAVA_OPTS");
        return builder.start();
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
