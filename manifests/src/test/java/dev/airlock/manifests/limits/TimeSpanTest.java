package dev.airlock.manifests.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Parsed;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeSpanTest {
    @ParameterizedTest
    @CsvSource({
        "0s, 0, 0s",
        "500ms, 500, 500ms",
        "1500ms, 1500, 1500ms",
        "30s, 30000, 30s",
        "60s, 60000, 1min",
        "5min, 300000, 5min",
        "5m, 300000, 5min",
        "90s, 90000, 90s",
    })
    void readsMillisecondsSecondsAndMinutes(String text, long millis, String canonical) {
        assertThat(TimeSpan.parse(text).orThrow()).isEqualTo(Duration.ofMillis(millis));
        assertThat(TimeSpan.text(Duration.ofMillis(millis))).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30      | duration \"30\" has no unit; write for instance \"30s\" or \"30ms\"",
                "30sec   | duration \"30sec\" has the unit \"sec\"; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
                "1h      | duration \"1h\" has the unit \"h\"; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
                "0.5s    | duration \"0.5s\" has the unit \".5s\"; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
                "-5s     | duration \"-5s\" is negative; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
                "soon    | duration \"soon\" does not start with a whole number; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
                "9999999999999s | duration \"9999999999999s\" is too large; write a whole number with ms, s or min, for instance \"500ms\", \"30s\" or \"5min\"",
            })
    void saysWhatIsWrongAndWhatWouldBeRight(String text, String message) {
        assertThat(TimeSpan.parse(text))
                .isInstanceOfSatisfying(
                        Parsed.Wrong.class, wrong -> assertThat(wrong.message()).isEqualTo(message));
    }
}
