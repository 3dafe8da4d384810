package dev.airlock.formats.toml.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContentLinesTest {
    @Test
    void leavesOutBlankLinesAndCommentsAndKnowsWhereTheOthersStand() {
        assertKept("\n# a\n\t # b\r\nx = 1 # c\n  \ny = [\n# d\n]\n# e\n", 4, 6, 8, 10);
    }

    @Test
    void keepsWhatLooksLikeACommentInsideText() {
        assertKept("a = \"\"\"\n# 1\n\n\\\"\"\"\n# 2\n\"\"\"\"\"\n# 3\nb = 1", 1, 2, 3, 4, 5, 6, 8);
        assertKept("a = '''\n# 1\n\\'''\n# 2\nb = 1", 1, 2, 3, 5);
    }

    @Test
    void isNotMisledByQuotesInTextAndComments() {
        assertKept(
                "a = \"'''\" # \"\"\"\n# 1\nb = '\"\"\"'\n# 2\nc = \"\\\"\\\\\"\n# 3\nd = \"open\n# 4\ne = 1",
                1,
                3,
                5,
                7,
                9);
    }

    @Test
    void leavesWhatNoCommentMayHoldToTheParser() {
        assertKept("# \u0000\n# a\rb\n\u00a0\n# c", 1, 2, 3, 4);
    }

    @Test
    void keepsTheLastLineForTheEndOfTheFile() {
        assertKept("", 1);
        assertKept("# a", 1);
        assertKept("a = 1\n# b\n", 1, 3);
    }

    private static void assertKept(String text, int... places) {
        ContentLines lines = ContentLines.of(text);
        String[] all = text.split("\n", -1);
        String[] kept = lines.text().split("\n", -1);
        assertThat(IntStream.rangeClosed(1, kept.length)
                        .map(line -> lines.inFile(new Position(line, 7)).line()))
                .containsExactly(IntStream.of(places).boxed().toArray(Integer[]::new));
        for (int i = 0; i < places.length; i++) {
            assertThat(kept[i]).isEqualTo(all[places[i] - 1]);
        }
    }
}
