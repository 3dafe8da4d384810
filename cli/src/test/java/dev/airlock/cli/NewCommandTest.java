package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NewCommandTest {
    private static final String TRY_C =
            "echo 'int main(void) { return 0; }' | $CLANG --target=wasm32-wasi -x c - -o probe.wasm";
    private static final String RUSTC =
            "rustc --edition 2021 --target $T -C opt-level=s -C panic=abort --crate-name airlock --crate-type rlib"
                    + " -o libairlock.rlib guest/src/lib.rs && rustc --edition 2021 --target $T -C opt-level=s -C panic=abort"
                    + " --extern airlock=libairlock.rlib -o connector.wasm src/main.rs";
    /** Which tools there may be, and how a project is built with them. */
    private static final Map<Language, Map<String, String>> TOOLS = Map.of(
            Language.GO,
            Map.of("go version", Language.GO.build("one-more")),
            Language.C,
            Map.of(
                    TRY_C.replace("$CLANG", "clang-14"), "make CLANG=clang-14",
                    TRY_C.replace("$CLANG", "clang"), "make"),
            Language.RUST,
            Map.of(
                    "echo 'fn main() {}' > p.rs && rustc --target wasm32-wasip1 -o p.wasm p.rs",
                    RUSTC.replace("$T", "wasm32-wasip1"),
                    "echo 'fn main() {}' > p.rs && PATH=/usr/bin:$PATH rustc --target wasm32-wasi -o p.wasm p.rs",
                    "PATH=/usr/bin:$PATH; " + RUSTC.replace("$T", "wasm32-wasi")),
            Language.ASSEMBLYSCRIPT,
            Map.of("npm install --offline --no-audit --no-fund --ignore-scripts", "npm run build"));

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void makesAProjectThatHasNoProblems(Language language) throws IOException {
        CommandRun.Result made = run("new", "one-more", "--lang", language.word());

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(made.out()).contains("cd one-more", "airlock test .");
        Path project = folder.resolve("one-more");
        assertThat(project.resolve(language.source())).isRegularFile();
        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("{{"));
        }
        assertThat(run("check", "one-more").out()).contains("connector.wasm: it is not there", "1 problem");
    }

    @ParameterizedTest
    @EnumSource
    void bringsTheWholeGuestLibraryOfItsLanguage(Language language) throws IOException {
        Path library = CommandRun.ROOT.resolve("sample-connectors/guest").resolve(language.word());
        try (Stream<Path> files = Files.walk(library)) {
            assertThat(NewProject.files("one-more", language).keySet())
                    .containsAll(files.filter(Files::isRegularFile)
                            .map(file -> "guest/"
                                    + library.relativize(file).toString().replace('\\', '/'))
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void makesAProjectThatBuildsAndPassesItsTests(Language language, TestReporter reporter) throws Exception {
        run("new", "one-more", "--lang", language.word());
        boolean built = false;
        for (Map.Entry<String, String> tool :
                TOOLS.getOrDefault(language, Map.of()).entrySet()) {
            if (!built && shell(tool.getKey()) == 0) {
                assertThat(shell(tool.getValue())).as(tool.getValue()).isZero();
                built = true;
            }
        }
        if (!built) {
            reporter.publishEntry("a new project in " + language.word() + " was not built: its toolchain is not here");
            return;
        }

        CommandRun.Result result = run("test", "one-more");

        assertThat(result.out()).endsWith("3 passed, 0 failed\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void refusesWhatIsNoNameNoLanguageOrThereAlready() throws IOException {
        assertThat(run("new", "../x", "--lang", "go").exitCode()).isEqualTo(2);
        assertThat(run("new", "one-more", "--lang", "cobol").err()).contains("go, rust, c, assemblyscript");
        assertThat(run("new", "one-more").exitCode()).isEqualTo(2);
        Files.createDirectory(folder.resolve("one-more"));

        CommandRun.Result there = run("new", "one-more", "--lang", "go");

        assertThat(there.exitCode()).isEqualTo(2);
        assertThat(there.err()).contains("one-more exists already");
        assertThat(folder.resolve("one-more")).isEmptyDirectory();
    }

    private CommandRun.Result run(String... words) {
        return CommandRun.standard().in(folder).with(words);
    }

    private int shell(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", script)
                .directory(folder.resolve("one-more").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
