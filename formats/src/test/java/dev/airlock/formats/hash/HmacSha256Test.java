package dev.airlock.formats.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares codes with those of RFC 4231 and of the JVM. */
class HmacSha256Test {
    @Test
    void theFirstTwoCasesOfRfc4231() {
        byte[] twenty = HexFormat.of().parseHex("0b".repeat(20));

        assertThat(code(twenty, "Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(code("Jefe".getBytes(StandardCharsets.US_ASCII), "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32, 63, 64, 65, 131})
    void aKeyOfAnyLengthGivesTheJvmsCode(int bytes) throws Exception {
        byte[] key = HexFormat.of().parseHex("aa".repeat(bytes));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));

        assertThat(code(key, "a text"))
                .isEqualTo(HexFormat.of().formatHex(mac.doFinal("a text".getBytes(StandardCharsets.UTF_8))));
    }

    private static String code(byte[] key, String text) {
        return HexFormat.of()
                .formatHex(new HmacSha256(key).of(digest -> digest.update(text.getBytes(StandardCharsets.UTF_8))));
    }
}
