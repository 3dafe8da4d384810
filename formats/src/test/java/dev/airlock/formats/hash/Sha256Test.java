package dev.airlock.formats.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Sha256Test {
    @Test
    void isWhatTheStandardsExampleSays() {
        assertThat(Sha256.hex(bytes("abc")))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void ofPartsIsThatOfTheWhole() {
        assertThat(Sha256.of(bytes("a"), bytes(""), bytes("bc"))).isEqualTo(Sha256.of(bytes("abc")));
        assertThat(Sha256.hex()).startsWith("e3b0c44298fc1c149afbf4c8996fb924");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
