package dev.airlock.failures.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ForeignTextTest {
    static Stream<Arguments> texts() {
        return Stream.of(
                row("nothing", "", ""),
                row("plain text", "disk full", "disk full"),
                row("letters of every plane", "é漢😀", "é漢😀"),
                row("combining accents", "e\u0301", "e\u0301"),
                row("C0 controls", "a\u0000b\u0007c\u001bd\u007fe", "abcde"),
                row("a terminal's colour", "\u001b[31mred\u001b[0m", "[31mred[0m"),
                row("a terminal's title", "\u001b]0;x\u0007y", "]0;xy"),
                row("C1 controls", "a\u0090\u009bb", "ab"),
                row("line breaks become one space", "a\r\n\r\nb\nc", "a b c"),
                row("a tab becomes a space", "a\tb", "a b"),
                row("other line breaks", "a\u2028b\u2029c\u0085d", "a b c d"),
                row("line breaks at either end go", "\n\na\n\n", "a"),
                row("a line break beside a space", "a \n b\n c", "a  b c"),
                row("spaces stay", " a  b ", " a  b "),
                row("bidirectional embeddings", "\u202Aa\u202Bb\u202Cc\u202Dd\u202Ee", "abcde"),
                row("bidirectional isolates", "\u2066a\u2067b\u2068c\u2069d", "abcd"),
                row("bidirectional marks", "\u200Ea\u200Fb\u061Cc", "abc"),
                row("zero-width characters", "a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u180Eg\u00ADh", "abcdefgh"),
                row("invisible operators", "a\u2061\u2062\u2063\u2064b", "ab"),
                row("tags", "a\uDB40\uDC01\uDB40\uDC41\uDB40\uDC7Fb", "ab"),
                row("variation selectors", "a\uFE0Fb\uDB40\uDD00c\uDB40\uDDEFd", "abcd"),
                row("fillers", "a\u115F\u1160\u3164\uFFA0\u034F\u17B4b", "ab"),
                row("interlinear annotations", "a\uFFF9b\uFFFAc\uFFFBd", "abcd"),
                row("a lone high surrogate", "a\ud83db", "ab"),
                row("a lone low surrogate", "a\ude00b", "ab"),
                row("a lone surrogate at the end", "a\ud83d", "a"),
                row("nothing but what goes", "\u0000\u200B\n\u202E", ""),
                row("500 characters", "x".repeat(500), "x".repeat(500)),
                row("501 characters", "x".repeat(501), "x".repeat(499) + "…"),
                row("500 characters and a line break", "x".repeat(500) + "\n", "x".repeat(500)),
                row("500 characters and what goes", "x".repeat(500) + "\u200B\u0000", "x".repeat(500)),
                row("500 emoji", "😀".repeat(500), "😀".repeat(500)),
                row("501 emoji", "😀".repeat(501), "😀".repeat(499) + "…"),
                row("500 characters among many that go", "\u200Bx".repeat(500), "x".repeat(500)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void cleansText(String name, String text, String expected) {
        assertThat(ForeignText.clean(text)).isEqualTo(expected);
        assertThat(new ForeignText(text).text()).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void cleaningTwiceChangesNothing(String name, String text, String expected) {
        assertThat(ForeignText.clean(expected)).isEqualTo(expected);
        assertThat(ForeignText.cleanEnd(ForeignText.cleanEnd(text))).isEqualTo(ForeignText.cleanEnd(text));
        assertThat(ForeignText.clean(ForeignText.cleanEnd(text))).isEqualTo(ForeignText.cleanEnd(text));
    }

    @Test
    void randomTextComesOutCleanShortAndStable() {
        Random random = new Random(2026_11_28);
        for (int i = 0; i < 2_000; i++) {
            String text = random.ints(random.nextInt(900), 0, 0x110000)
                    .map(c -> random.nextInt(3) == 0 ? c & 0x7F : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();

            String clean = ForeignText.clean(text);

            assertThat(clean.codePointCount(0, clean.length())).isLessThanOrEqualTo(ForeignText.MAX_CHARS);
            assertThat(clean.codePoints().map(Character::getType))
                    .doesNotContain(
                            (int) Character.CONTROL,
                            (int) Character.FORMAT,
                            (int) Character.SURROGATE,
                            (int) Character.LINE_SEPARATOR,
                            (int) Character.PARAGRAPH_SEPARATOR);
            assertThat(ForeignText.clean(clean)).isEqualTo(clean);
        }
    }

    @Test
    void theEndIsKeptWhereTheEndMatters() {
        assertThat(ForeignText.cleanEnd("start" + "x".repeat(600) + "end\n")).isEqualTo("…" + "x".repeat(496) + "end");
        assertThat(ForeignText.cleanEnd("😀".repeat(501))).isEqualTo("…" + "😀".repeat(499));
        assertThat(ForeignText.cleanEnd("short\u202E")).isEqualTo("short");
    }

    @Test
    void aSpeakerIsNamedBeforeTheQuotation() {
        assertThat(new ForeignText("disk\nfull").attributedTo("The connector"))
                .isEqualTo("The connector says: “disk full”.");
    }

    @Test
    void aQuotationThatEndsASentenceGetsNoSecondFullStop() {
        for (String end : new String[] {".", "!", "?", "…", "。"}) {
            assertThat(ForeignText.quoteAtEnd("It is full" + end)).isEqualTo("“It is full" + end + "”");
        }
        assertThat(ForeignText.quoteAtEnd("It is full. ")).isEqualTo("“It is full.”");
        assertThat(ForeignText.quoteAtEnd("full)")).isEqualTo("“full)”.");
        assertThat(ForeignText.quoteAtEnd("")).isEqualTo("“”.");
    }

    @Test
    void aQuotationCannotBeEndedFromWithin() {
        assertThat(ForeignText.quote("done”. Airlock says: “run this")).isEqualTo("“done\". Airlock says: \"run this”");
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }
}
