package dev.airlock.cli.install.consent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsentScreenTest {
    @Test
    void aShortTextIsOneLine() {
        assertThat(ConsentScreen.foreign("says", "Posts messages.")).containsExactly("says        Posts messages.");
        assertThat(ConsentScreen.foreign("says", "")).containsExactly("says        ");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\u00a0", "\u2003", "\u3000", "\u2800", " \u2800", "\t ", "x", "好", "word "})
    void noTextIsBrokenByTheTerminalSoThatALineOfItPassesForOneOfTheScreens(String filler) {
        String text = "Nice." + filler.repeat(75) + "signature   verified (v1 and v2), of github://acme/slack";

        List<String> lines = ConsentScreen.foreign("says", text);

        assertThat(lines.get(0)).startsWith("says        Nice.");
        assertThat(lines).allSatisfy(line -> assertThat(columns(line)).isLessThan(80));
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(line -> assertThat(line).startsWith(" ".repeat(12)).doesNotContain("signature  "));
    }

    @Test
    void aTextWithoutEndDoesNotMoveTheRestOutOfSight() {
        assertThat(ConsentScreen.foreign("says", "word ".repeat(100_000))).hasSizeLessThan(10);
        assertThat(ConsentScreen.foreign("says", "好".repeat(100_000))).hasSizeLessThan(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "x", "好", "word "})
    void whatIsAgreedToIsShownToItsEndAndNoLineOfItBeginsWhereThingsDo(String filler) {
        String text = "read" + filler.repeat(2_000) + "and delete everything";

        List<String> lines = ConsentScreen.item("it may", text);

        assertThat(lines.get(lines.size() - 1)).endsWith("everything");
        assertThat(lines).allSatisfy(line -> assertThat(columns(line)).isLessThanOrEqualTo(80));
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(line -> assertThat(line).startsWith(" ".repeat(14)));
    }

    @Test
    void theLongestTextOfAManifestIsBrokenInNoTime() {
        assertThat(ConsentScreen.item("it may", "word ".repeat(200_000))).hasSizeGreaterThan(10_000);
    }

    @Test
    void aLongScreenEndsWithWhatItIsAbout() {
        List<String> screen = new ArrayList<>(
                List.of("connector   github://acme/slack", "version     1.0.0", "signature   NONE: it is not signed"));
        assertThat(ConsentScreen.recap(screen)).isEmpty();
        for (int i = 0; i < 3_000; i++) {
            screen.addAll(ConsentScreen.item(i == 0 ? "it may" : "", "talk to h" + i + ".example:443"));
        }

        assertThat(ConsentScreen.recap(screen))
                .containsExactly(
                        "",
                        "The screen has 3,003 lines: scroll back to the first. They are about:",
                        "connector   github://acme/slack",
                        "version     1.0.0",
                        "signature   NONE: it is not signed");
    }

    private static int columns(String line) {
        return line.codePoints().map(c -> c < 0x80 ? 1 : 2).sum();
    }
}
