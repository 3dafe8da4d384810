package dev.airlock.runtime.recovery.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "120 | 120",
                " 7 | 7",
                "Sun, 06 Nov 1994 08:49:37 GMT | 7",
                "Sun Nov  6 08:49:37 1994 | 7",
                "Sun, 06 Nov 1994 08:49:00 GMT | 0"
            })
    void readsSecondsAndDates(String header, long seconds) {
        assertThat(RetryAfter.parse(header, NOW)).contains(Duration.ofSeconds(seconds));
    }

    @Test
    void readsADateWithTwoDigitsForItsYear() {
        Instant now = Instant.parse("2026-11-28T12:00:00Z");

        assertThat(RetryAfter.parse("Saturday, 28-Nov-26 12:00:07 GMT", now)).contains(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "soon", "-1", "1.5", "Sun, 06 Nov 1994", "٣"})
    void takesAnythingElseForNothing(String header) {
        assertThat(RetryAfter.parse(header, NOW)).isEmpty();
    }

    @Test
    void takesANumberThatIsTooLargeForAVeryLongTime() {
        assertThat(RetryAfter.parse("9".repeat(500), NOW).orElseThrow()).isGreaterThan(Duration.ofDays(365));
    }
}
