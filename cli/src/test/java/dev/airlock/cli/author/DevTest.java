package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.run.ChildCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevTest {
    private static final String WATCHING = "watching .; Ctrl-C ends it";

    /** A toolchain that makes the module from a source. */
    private static final String COPIES = """
            [[build]]
            run = ["cp", "source.wat", "connector.wasm"]
            """;

    private static final String GREETS = TestCommandTest.GREETS;

    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private Path home = Path.of("");

    @BeforeEach
    void aConnectorThatIsNotBuiltYet() throws IOException {
        Path fetch = CommandRun.CONNECTORS.resolve("fetch");
        Files.copy(fetch.resolve("manifest.toml"), folder.resolve("manifest.toml"));
        Files.copy(fetch.resolve("upstream.toml"), folder.resolve("upstream.toml"));
        Files.copy(fetch.resolve("connector.wasm"), folder.resolve("source.wat"));
        Files.createDirectory(folder.resolve("tests"));
        write("tests/greets.toml", GREETS);
    }

    @Test
    void buildsAndTestsAgainWhenAFileIsSaved() throws Exception {
        write("dev.toml", COPIES);
        ChildCommand dev = start("dev", ".", "--allow-build");
        dev.awaitOnStandardError("building: cp source.wat connector.wasm");
        dev.awaitOnStandardError(WATCHING);

        write(
                "tests/greets.toml",
                GREETS.replace("output = { greeting = \"hello\" }", "output = { greeting = \"bye\" }"));
        dev.awaitOnStandardError("building: cp source.wat connector.wasm");
        dev.awaitOnStandardError(WATCHING);
        write("source.wat", "no module");
        dev.awaitOnStandardError("building: cp source.wat connector.wasm");
        dev.awaitOnStandardError(WATCHING);
        ChildCommand.Ended ended = dev.interrupt();

        assertThat(ended.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(ended.out())
                .containsSubsequence(
                        "1 passed, 0 failed", "0 passed, 1 failed", "The module is malformed", "0 passed, 1 failed");
        assertThat(ended.err()).doesNotContain("Exception");
    }

    @Test
    void makesTheCallThatStandsAfterTwoDashes() throws Exception {
        write("dev.toml", COPIES);
        ChildCommand dev = start("dev", ".", "--allow-build", "--", "greet", "--upstream", "upstream.toml");
        dev.awaitOnStandardError(WATCHING);

        write("upstream.toml", Files.readString(folder.resolve("upstream.toml")).replace("hello", "good day"));
        dev.awaitOnStandardError(WATCHING);
        ChildCommand.Ended ended = dev.interrupt();

        assertThat(ended.out()).containsSubsequence("hello", "good day");
    }

    @Test
    void goesOnAfterACallThatCannotBeMade() throws Exception {
        write("dev.toml", COPIES);
        ChildCommand dev = start("dev", ".", "--allow-build", "--", "greet", "--upstraem", "upstream.toml");

        dev.awaitOnStandardError("did you mean --upstream?");
        dev.awaitOnStandardError(WATCHING);

        assertThat(dev.interrupt().exitCode()).isEqualTo(ExitCode.CANCELLED);
    }

    @Test
    void saysWhyABuildFailedAndBuildsAgainOnceItIsCorrected() throws Exception {
        write("dev.toml", "[[build]]\nrun = [\"false\"]\n[[build]]\nrun = [\"touch\", \"not-reached\"]\n");
        ChildCommand dev = start("dev", ".", "--allow-build");
        dev.awaitOnStandardError("the build failed with exit code 1");
        dev.awaitOnStandardError(WATCHING);

        write("dev.toml", "[[build]]\nrun = [\"no-such-program\"]\n");
        dev.awaitOnStandardError("See whether it is installed");
        dev.awaitOnStandardError(WATCHING);
        write("dev.toml", "[[build]]\nrum = [\"cp\"]\n");
        dev.awaitOnStandardError("did you mean run?");
        dev.awaitOnStandardError(WATCHING);
        write("dev.toml", COPIES);
        dev.awaitOnStandardError(WATCHING);

        assertThat(dev.interrupt().out()).containsOnlyOnce("1 passed, 0 failed\n");
        assertThat(folder.resolve("not-reached")).doesNotExist();
    }

    @Test
    void endsWhatTheBuildStarted() throws Exception {
        write("wait.sh", "echo $$ > pid.part; mv pid.part pid; echo started; sleep 600\n");
        write("dev.toml", "[[build]]\nrun = [\"sh\", \"wait.sh\"]\n");
        ChildCommand dev = start("dev", ".", "--allow-build");
        dev.awaitOnStandardError("started");

        assertThat(dev.interrupt().exitCode()).isEqualTo(ExitCode.CANCELLED);

        ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
                .ifPresent(running -> assertThat(running.onExit()).succeedsWithin(Duration.ofMinutes(1)));
    }

    @Test
    void saysThatTheModuleIsOlderThanItsSources() throws Exception {
        Files.copy(folder.resolve("source.wat"), folder.resolve("connector.wasm"));
        Files.setLastModifiedTime(
                folder.resolve("connector.wasm"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        ChildCommand dev = start("dev", ".");

        dev.awaitOnStandardError("connector.wasm is older than source.wat");
        dev.awaitOnStandardError(WATCHING);

        assertThat(dev.interrupt().out()).contains("1 passed, 0 failed");
    }

    @ParameterizedTest
    @CsvSource({"dev", "test --watch"})
    void runsNoCommandToWhichNobodyAgreed(String command) throws IOException {
        write("dev.toml", COPIES);

        CommandRun.Result refused = run(words(command));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("  cp source.wat connector.wasm", "--allow-build");
        assertThat(run().onATerminal().stdin("n\n").with(words(command)).err()).contains("Nothing was run.");
        assertThat(folder.resolve("connector.wasm")).doesNotExist();
    }

    @Test
    void showsTheWholeCommandWithTheBoundsOfItsWords() throws IOException {
        String harmless = "x".repeat(2_000);
        write("dev.toml", "[[build]]\nrun = [\"sh\", \"-c\", \"echo " + harmless + "; rm it's\"]\n");

        assertThat(run("dev", ".").err()).contains("  sh -c 'echo " + harmless + "; rm it'\\''s'\n");
    }

    @Test
    void asksOnceForAFolderAndAgainAfterAChange() throws Exception {
        write("dev.toml", COPIES);
        ChildCommand agreed = start("dev", ".");
        agreed.awaitOnStandardError("[y/N]");
        agreed.type("y\n");
        agreed.awaitOnStandardError(WATCHING);
        agreed.interrupt();

        ChildCommand again = start("dev", ".");
        again.awaitOnStandardError(WATCHING);
        assertThat(again.interrupt().err()).doesNotContain("[y/N]");

        write("dev.toml", COPIES + "env = { MODE = \"fast\" }\n");
        CommandRun.Result changed = run("dev", ".");

        assertThat(changed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(changed.err()).contains("  MODE=fast cp source.wat connector.wasm");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    build = []                      | build holds no command
                    other = 1                       | dev.toml:1:1: unknown key
                    build = [{ run = [] }]          | run names no program
                    build = [{ env = { A = "b" } }] | run
                    build = [{ run = "make" }]      | a list of texts
                    """)
    void saysWhatIsWrongWithTheFile(String text, String problem) throws IOException {
        write("dev.toml", text + "\n");

        CommandRun.Result result = run("dev", ".", "--allow-build");

        assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("dev.toml cannot be used", problem);
    }

    @Test
    void refusesAFileThatIsNoTextOrTooLarge() throws IOException {
        Files.write(folder.resolve("dev.toml"), new byte[] {'#', (byte) 0xff});
        assertThat(run("dev", ".").err()).contains("dev.toml is not UTF-8");

        write("dev.toml", "#" + "x".repeat(64 << 10));
        assertThat(run("dev", ".").err()).contains("dev.toml is larger than 64 KiB");
    }

    @Test
    void onlyTheCommandsThatWatchRunIt() throws IOException {
        write("dev.toml", "[[build]]\nrun = [\"touch\", \"was-run\"]\n");
        Files.copy(folder.resolve("source.wat"), folder.resolve("connector.wasm"));

        for (String command : List.of("test .", "check .", "inspect .", "pack . --out packed.tar.gz")) {
            assertThat(run(command.split(" ")).all()).as(command).isNotEmpty();
        }

        assertThat(folder.resolve("was-run")).doesNotExist();
    }

    private ChildCommand start(String... words) throws IOException {
        return ChildCommand.start(folder, run().environment(), List.of(words));
    }

    private CommandRun.Result run(String... words) {
        return run().with(words);
    }

    private CommandRun run() {
        return CommandRun.standard().home(home.resolve("home")).in(folder);
    }

    private static String[] words(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(1, ".");
        return words.toArray(String[]::new);
    }

    /** Saves a file as a whole, so that no round sees half of it. */
    private void write(String name, String text) throws IOException {
        Path unfinished = Files.writeString(home.resolve("unfinished"), text);
        Files.move(
                unfinished, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
