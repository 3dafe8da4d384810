package dev.airlock.formats.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void leavesOrdinaryTextAlone() {
        assertThat(Printable.of("Grüße, 世界 𝄞 🚀")).isEqualTo("Grüße, 世界 𝄞 🚀");
    }

    @Test
    void escapesWhatATerminalWouldObey() {
        assertThat(Printable.of("a\u001b[31mb\u202ec\u200bd\ne\ud800"))
                .isEqualTo("a\\u001b[31mb\\u202ec\\u200bd\\u000ae\\ud800");
    }

    @Test
    void cutsWhatItQuotes() {
        assertThat(Printable.quoted("a")).isEqualTo("\"a\"");
        assertThat(Printable.quoted("x".repeat(101))).isEqualTo("\"" + "x".repeat(100) + "…\"");
        assertThat(Printable.quoted("𝄞".repeat(101))).isEqualTo("\"" + "𝄞".repeat(100) + "…\"");
    }

    @Test
    void makesProblemsPrintable() {
        assertThat(new Problem("m\u001b.toml", 1, 2, "what\u0007", "right\u202e"))
                .hasToString("m\\u001b.toml:1:2: what\\u0007; right\\u202e");
    }
}
