package dev.airlock.formats.toml.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.toml.ProblemList;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.formats.toml.TomljReader;
import dev.airlock.formats.toml.tree.ContentLines;
import dev.airlock.formats.toml.tree.TableNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The quick reader gives the same result as the full parser: the same values in the same order at the same places, and no problem.
 *
 * <p>{@code -Dairlock.full=true} damages each file a hundred times as often.
 */
final class PlainTomlTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));
    private static final int DAMAGES = Boolean.getBoolean("airlock.full") ? 5_000 : 50;

    private static final List<String> PIECES = List.of(
            "\n",
            "\n\n",
            " ",
            "\t",
            "#",
            "# c\n",
            "=",
            ".",
            ",",
            "[",
            "]",
            "[[",
            "]]",
            "{",
            "}",
            "\"",
            "'",
            "\"\"\"",
            "'''",
            "\\",
            "\\n",
            "\\t",
            "\\\"",
            "\\u0041",
            "\\e",
            "0",
            "00",
            "-1",
            "+2",
            "1_000",
            "0x1f",
            "1.5",
            "01.5",
            "0.0",
            "1e3",
            "inf",
            "nan",
            "true",
            "false",
            "2020-01-01",
            "07:32:00",
            "a",
            "a = 1\n",
            "a.b = 2\n",
            "\"a\" = 3\n",
            "[a]\n",
            "[a.b]\n",
            "[[a]]\n",
            "[[a.b]]\n",
            "[ a ]\n",
            "a = [1, 2,]\n",
            "a = { b = 1 }\n",
            "a = {}\n",
            "a = []\n",
            "a = { b = 1, }\n",
            "a = [\n# c\n1,\n\n\"x\"\n]\n",
            "é",
            "€",
            "😀",
            "\u00a0",
            "\u2028",
            "\u0085",
            "\u007f",
            "\r\n",
            "\r",
            "123456789012345",
            "1234567890123456",
            "9223372036854775808",
            "999999999999999.9");

    static Stream<Path> files() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder :
                List.of("testdata", "sample-connectors", "benchmarks/src", "embedding", "conformance/src")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".toml")
                                && !file.toString().contains("/target/"))
                        .forEach(found::add);
            }
        }
        return found.stream().sorted();
    }

    static Stream<Path> samples() throws IOException {
        return files().filter(file -> file.toString().contains("sample-connectors")
                && file.getFileName().toString().equals("manifest.toml"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void takesTheManifestOfEachSample(Path file) throws IOException {
        assertThat(plain(text(file))).isPresent();
    }

    @ParameterizedTest
    @MethodSource("files")
    void takesAFileAsTheParserDoesHoweverItIsDamaged(Path file) throws IOException {
        String text = text(file);
        assertIsTheParsers(text);
        Random random = new Random(text.hashCode());
        for (int i = 0; i < DAMAGES; i++) {
            assertIsTheParsers(damaged(text, random));
        }
    }

    @Test
    void takesPiecesAsTheParserDoesHoweverTheyArePutTogether() {
        Random random = new Random(7);
        for (int i = 0; i < 40 * DAMAGES; i++) {
            StringBuilder text = new StringBuilder();
            IntStream.range(0, 1 + random.nextInt(6)).forEach(piece -> text.append(any(random)));
            assertIsTheParsers(text.toString());
            assertIsTheParsers("a = " + text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = 1\na = 2\n",
                "[a]\n[a]\n",
                "[a.b]\n[a]\n",
                "a = { b = 1 }\n[a.c]\n",
                "a = [{ b = 1 }]\n[[a]]\n",
                "[[a]]\n[a]\n",
                "[a]\n[[a]]\n",
                "a = { b = 1, b = 2 }\n",
                "a = 01\n",
                "a = \"x\ny\"\n",
                "a = \"\"\"x\"\"\"\"\n",
                "a = 1 b = 2\n",
                "a.b = 1\n",
                "a = 2020-01-01\n",
                "a = \"\\u0041\"\n",
                "a = \"\u0000\"\n",
                "a = 1\r\n",
                "a = 0x10\n",
                "a = 1_000\n",
                "a = -1\n",
                "a = inf\n",
                "a = 1e3\n",
                "[ a ]\n",
                "= 1\n",
                "a =\n"
            })
    void leavesToTheParserWhatIsWrongOrRare(String toml) {
        assertThat(plain(toml)).isEmpty();
    }

    @Test
    void doesNotFollowADeepNest() {
        assertThat(plain("a = " + "[".repeat(32) + "]".repeat(32))).isPresent();
        assertThat(plain("a = " + "[".repeat(33) + "]".repeat(33))).isEmpty();
        assertThat(plain("a = " + "[".repeat(100_000))).isEmpty();
    }

    private static String damaged(String text, Random random) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int line = random.nextInt(lines.size());
        switch (random.nextInt(5)) {
            case 0 -> lines.remove(line);
            case 1 -> lines.add(random.nextInt(lines.size() + 1), lines.get(line));
            case 2 -> lines.add(line, any(random));
            default -> lines.set(line, damagedLine(lines.get(line), random));
        }
        return String.join("\n", lines);
    }

    private static String damagedLine(String line, Random random) {
        int at = random.nextInt(line.length() + 1);
        int cut = random.nextInt(Math.min(4, line.length() - at + 1));
        return line.substring(0, at) + any(random) + line.substring(at + cut);
    }

    private static String any(Random random) {
        return PIECES.get(random.nextInt(PIECES.size()));
    }

    private static void assertIsTheParsers(String text) {
        plain(text).ifPresent(tables -> {
            ProblemList problems = new ProblemList("a file");
            ContentLines lines = ContentLines.of(text);
            TableNode parsed = TomljReader.read(lines.text(), lines, problems);
            assertThat(problems.sorted()).as(text).isEmpty();
            assertThat(tables).as(text).isEqualTo(parsed).hasToString(parsed.toString());
        });
    }

    private static Optional<TableNode> plain(String text) {
        ContentLines lines = ContentLines.of(text);
        return PlainToml.read(lines.text(), lines);
    }

    private static String text(Path file) throws IOException {
        return SourceText.decode(Files.readAllBytes(file)).text();
    }
}
