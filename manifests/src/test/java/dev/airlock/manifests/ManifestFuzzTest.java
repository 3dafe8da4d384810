package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Printable;
import dev.airlock.formats.text.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutates manifests. The result of reading one is always a value, and every place is within the file. */
class ManifestFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("airlock.full") ? 20_000 : 1_000;
    private static final String[] PIECES = {
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
        "=",
        ".",
        ",",
        "\n",
        "\r",
        "\r\n",
        "\t",
        " ",
        "#",
        "\\",
        "\\u0000",
        "\\ud800",
        "\u0000",
        "\u001b",
        "\u202e",
        "\ufeff",
        "é",
        "𝄞",
        "\ud834",
        "\udd1e",
        "\u2028",
        "\u0085",
        "0",
        "-1",
        "1e999",
        "99999999999999999999",
        "nan",
        "inf",
        "0x",
        "1979-05-27",
        "07:32:00",
        "true",
        "connector",
        "hosts",
        "[connector]",
        "[[operations]]",
        "[limits]",
        "a.b.c",
        "\"\"",
        "\"x:\"",
        "\"*:443\"",
        "http://",
        ":",
        "@",
        "{key}",
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void neverThrowsAndAlwaysPointsIntoTheFile(long seed) {
        Random random = new Random(seed);
        List<String> seeds =
                Stream.concat(Fixture.good(), Fixture.bad()).map(Fixture::text).toList();
        for (int i = 0; i < ROUNDS; i++) {
            String toml = mutate(seeds.get(random.nextInt(seeds.size())), random);
            check(toml, ManifestReader.read("manifest.toml", toml));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void takesAnyBytes(long seed) {
        Random random = new Random(seed);
        List<String> seeds = Fixture.good().map(Fixture::text).toList();
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = seeds.get(random.nextInt(seeds.size())).getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            check(new String(bytes, StandardCharsets.UTF_8), ManifestReader.read("manifest.toml", bytes));
        }
    }

    private static void check(String toml, ManifestResult result) {
        if (result instanceof ManifestResult.Problems wrong) {
            String[] lines = toml.split("\n", -1);
            assertThat(wrong.problems()).as(toml).allSatisfy(problem -> check(lines, problem));
        }
    }

    private static void check(String[] lines, Problem problem) {
        assertThat(problem.line()).isBetween(1, lines.length);
        String line = lines[problem.line() - 1];
        assertThat(problem.column()).as(problem.toString()).isBetween(1, line.codePointCount(0, line.length()) + 1);
        assertThat(problem.what()).isNotBlank();
        assertThat(problem.right()).isNotBlank();
        assertThat(problem.toString().codePoints()).allMatch(Printable::isPrintable);
    }

    private static String mutate(String seed, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int changes = random.nextInt(5); changes >= 0; changes--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(random.nextInt(10) == 0 ? 200 : 5));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> text.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> text.insert(at, text.substring(random.nextInt(text.length() + 1)));
                default -> text.insert(at, (char) random.nextInt(0x10000));
            }
        }
        return text.toString();
    }
}
