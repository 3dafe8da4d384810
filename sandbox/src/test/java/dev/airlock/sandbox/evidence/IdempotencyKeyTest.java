package dev.airlock.sandbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdempotencyKeyTest {
    @ParameterizedTest
    @CsvSource({
        "key-12345678, key-12345678, true",
        "key-12345678, {\"client_msg_id\":\"key-12345678\"}, true",
        "key-12345678, kkey-1234567key-12345678, true",
        "key-12345678, key-1234567, false",
        "key-12345678, KEY-12345678, false",
        "key-12345678, '', false",
        "schlüssel, ein schlüssel, true",
        "seven77, seven77, false",
        "'', anything at all, false",
    })
    void isSeenWhereItStandsAsItIs(String key, String text, boolean seen) {
        assertThat(IdempotencyKey.of(key).isIn(text)).isEqualTo(seen);
        assertThat(IdempotencyKey.none().isIn(text)).isFalse();
    }
}
