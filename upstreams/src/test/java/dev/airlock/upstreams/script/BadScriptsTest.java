package dev.airlock.upstreams.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.upstreams.toml.ScriptProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bad fixture starts with its problems, one on each line. */
class BadScriptsTest {
    private static final String MARK = "# problem: ";

    @TempDir
    private Path folder;

    static List<Path> badScripts() {
        return Fixtures.in("bad");
    }

    @ParameterizedTest
    @MethodSource("badScripts")
    void reportsAllProblemsAtOnceWithTheirPlaces(Path file) throws IOException {
        List<String> expected = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .toList();
        assertThat(problems(UpstreamScript.read(file)))
                .map(problem -> problem.toString().substring(problem.file().length() + 1))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void aProblemNamesFileLineColumnWhatIsWrongAndWhatIsRight() {
        assertThat(problems(UpstreamScript.parse("u.toml", "[[exchange]]\nrespond = {}\n  tims = 1\n")))
                .map(ScriptProblem::toString)
                .containsExactly("u.toml:3:3: unknown key \"tims\"; the nearest known key is \"times\"");
    }

    @Test
    void aMissingFileIsAProblem() {
        assertThat(problems(UpstreamScript.read(folder.resolve("none.toml"))))
                .map(ScriptProblem::wrong)
                .containsExactly("there is no such file");
    }

    @Test
    void aFolderIsAProblem() {
        assertThat(problems(UpstreamScript.read(folder)))
                .map(ScriptProblem::wrong)
                .containsExactly("the file cannot be read");
    }

    @Test
    void invalidUtf8IsAProblem() throws IOException {
        Path file = Files.write(folder.resolve("latin.toml"), "# caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(problems(UpstreamScript.read(file)))
                .map(ScriptProblem::wrong)
                .containsExactly("the file is not valid UTF-8");
    }

    @Test
    void whatAProblemQuotesIsFitToBeShown() {
        String problem = problems(UpstreamScript.parse("u.toml", "\"\\u001b[31m\\u202e" + "k".repeat(300) + "\" = 1"))
                .get(0)
                .toString();
        assertThat(problem).doesNotContain("\u001b", "\u202e").hasSizeLessThan(300);
    }

    @Test
    void linesWithoutContentAreCountedInEveryPlace() {
        String blank = "\n# a comment\n".repeat(2_000);
        assertThat(problems(UpstreamScript.parse(
                        "u.toml",
                        blank + "[[exchange]]\n" + blank + "respond = { status = 200 }\n" + blank + "tims = 1\n")))
                .map(ScriptProblem::toString)
                .containsExactly("u.toml:12003:1: unknown key \"tims\"; the nearest known key is \"times\"");
        assertThat(problems(UpstreamScript.parse("u.toml", blank + "respond = = 1\n"))
                        .get(0))
                .matches(problem -> problem.line() == 4_001);
        assertThat(problems(UpstreamScript.parse("u.toml", blank + "a = 1\n" + blank + "a = 2\n"))
                        .toString())
                .contains("u.toml:8002:1: ", "line 4001");
    }

    @Test
    void aScriptWithTooManyLinesIsAProblem() {
        assertThat(problems(UpstreamScript.parse("u.toml", "\n" + "a = 1\n".repeat(ScriptParser.MAX_LINES) + "b = 1")))
                .map(ScriptProblem::toString)
                .containsExactly("u.toml:10002:1: the file has more than 10000 lines with content;"
                        + " split the script, or put long bodies on one line");
    }

    private static List<ScriptProblem> problems(ScriptReading reading) {
        assertThat(reading).isInstanceOf(ScriptReading.Invalid.class);
        return ((ScriptReading.Invalid) reading).problems();
    }
}
