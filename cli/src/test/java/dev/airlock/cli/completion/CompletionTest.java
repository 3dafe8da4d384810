package dev.airlock.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ru                                    | run
            conf                                  | conform
            audit ver                             | verify
            run testdata/cli/hello gr             | greet
            run testdata/cli/hello ``             | greet
            run --quiet testdata/cli/hello g      | greet
            run --wall 5s testdata/cli/hello g    | greet
            dev testdata/cli/hello --allow-b      | --allow-build
            run testdata/cli/hello greet --eng    | --engine
            run testdata/cli/hello --engine c     | compiled
            run testdata/cli/hello --engine=in    | --engine=interpreted
            run --upstream ``                     | :files
            run ``                                | :folders
            check ``                              | :folders
            new x --lang r                        | rust
            explain capability_d                  | capability_denied
            completion f                          | fish
            conform testdata/cli/hello --only retry.o | retry.one-effect
            """)
    void offersTheWordThatComesNext(String words, String next) {
        assertThat(complete(words.replace("`", "").split(" ", -1)))
                .as("after airlock " + words)
                .extracting(line -> line.replaceAll("\t.*", ""))
                .contains(next);
    }

    @Test
    void saysWhatEachWordIs() {
        assertThat(complete("che"))
                .containsExactly("check\tChecks a connector's manifest and module, and shows all problems at o…");
        assertThat(complete("run", "sample-connectors/issue-tracker-go", "list"))
                .singleElement()
                .asString()
                .startsWith("list_issues\t");
    }

    @Test
    void offersNothingWhereNothingIsKnown() {
        assertThat(complete("run", "no/such/folder", "x")).isEmpty();
        assertThat(complete("nonsense", "x")).isEmpty();
        assertThat(complete("run", "testdata/cli/hello", "greet", "--arg", "name="))
                .isEmpty();
        assertThat(complete("run", "testdata/cli/broken-manifest", "")).isEmpty();
    }

    /** Whoever wrote a manifest must not choose what a person's shell runs. */
    @Test
    void offersNoWordThatAShellWouldReadAsMore() throws IOException {
        Path evil = Files.createDirectory(folder.resolve("evil"));
        Files.writeString(evil.resolve("manifest.toml"), """
                [connector]
                name = "local://me/evil"
                version = "1.0.0"
                [[operations]]
                name = "fine"
                description = "`b` $(c)"
                """);

        assertThat(complete("run", evil.toString(), "")).containsExactly("fine\t`b` $(c)");
        assertThat(new ShellWord("$(reboot)", "").completing("")).isEmpty();
        assertThat(new ShellWord("a b", "").completing("")).isEmpty();
    }

    /** The script of bash, in bash, with the command as a process. */
    @Test
    void completesInBash() throws IOException, InterruptedException {
        String script = """
                airlock() { "$JAVA_HOME/bin/java" -cp "$TESTED" dev.airlock.cli.Main "$@"; }
                source <(airlock completion bash)
                try() {
                  COMP_LINE="$1" COMP_POINT=${#1}
                  read -ra COMP_WORDS <<<"$1"
                  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                  _airlock 2>/dev/null
                  echo "${COMPREPLY[*]}"
                }
                try 'airlock run testdata/cli/hello gr'
                try 'airlock check testdata/cli/hell'
                """;
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script)
                .directory(CommandRun.ROOT.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TESTED", System.getProperty("java.class.path"));
        Process bash = builder.start();
        bash.getOutputStream().close();

        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said.lines()).containsExactly("greet", "testdata/cli/hello");
    }

    @ParameterizedTest
    @CsvSource({"bash,complete -F _airlock airlock", "zsh,compdef _airlock airlock", "fish,complete -c airlock"})
    void hasAScriptForEachShell(String shell, String line) {
        assertThat(CommandRun.run("completion", shell).out()).contains(line);
        assertThat(CommandRun.run("completion", "tcsh").err()).contains("bash or zsh or fish");
    }

    @Test
    void writesAPageOfTheManualForEachCommand() throws IOException {
        CommandRun.Result made = CommandRun.standard().in(folder).with("man", "share");

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(Files.readString(folder.resolve("share/man1/airlock-run.1")))
                .startsWith(".TH \"AIRLOCK\\-RUN\" 1")
                .contains(
                        ".SH \"NAME\"\nairlock\\-run \\- ",
                        ".SH \"EXIT STATUS\"",
                        ".SH \"EXAMPLES\"",
                        "\\-\\-upstream=FILE");
        try (Stream<Path> pages = Files.list(folder.resolve("share/man1"))) {
            List<String> names =
                    pages.map(page -> page.getFileName().toString()).sorted().toList();
            assertThat(names).contains("airlock.1", "airlock-audit-verify.1").doesNotContain("airlock-complete.1");
            assertThat(made.out()).isEqualTo("wrote " + names.size() + " pages to share/man1\n");
        }
    }

    @Test
    void saysSoWhereNoPageCanBeWritten() throws IOException {
        Files.writeString(folder.resolve("share"), "");

        CommandRun.Result refused = CommandRun.standard().in(folder).with("man", "share");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("Name a folder that you may write to");
    }

    private static List<String> complete(String... words) {
        String[] line = new String[words.length + 2];
        line[0] = "complete";
        line[1] = "--";
        System.arraycopy(words, 0, line, 2, words.length);
        CommandRun.Result result = CommandRun.standard().in(CommandRun.ROOT).with(line);
        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.err()).isEmpty();
        return result.out().lines().toList();
    }
}
