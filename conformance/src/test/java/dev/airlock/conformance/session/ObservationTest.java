package dev.airlock.conformance.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.Seen;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationTest {
    /** The questions of checks about calls, with the calls for which the answer is yes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "succeeded        | success",
                "reported         | REPORTED",
                "complained       | REPORTED UNEXPECTED_SHAPE status",
                "broke            | TRAP EXIT BAD_OUTPUT BAD_POINTER UNEXPECTED_SHAPE",
                "reachedALimit    | fuel wall_time",
                "wasStoppedByTime | wall_time",
                "wasUnreached     | ''"
            })
    void tellsTheEndsOfCallsApart(String question, String ends) {
        List<String> yes =
                Arrays.stream(ends.split(" ")).filter(end -> !end.isEmpty()).toList();

        assertThat(Stream.of(
                                "success",
                                "cancellation",
                                "status",
                                "fuel",
                                "wall_time",
                                "REPORTED",
                                "UNEXPECTED_SHAPE",
                                "TRAP",
                                "EXIT",
                                "BAD_OUTPUT",
                                "BAD_POINTER")
                        .filter(end -> answer(question, ended(end))))
                .containsExactlyInAnyOrderElementsOf(yes);
    }

    @Test
    void saysInWordsHowACallEnded() {
        assertThat(Seen.success("{}").end()).isEqualTo("a success");
        assertThat(Seen.cancellation().end()).isEqualTo("a cancellation");
        assertThat(ended("TRAP").end()).isEqualTo("connector_runtime_error: it went wrong");
    }

    @Test
    void showsACallWithoutWhatATerminalWouldActUpon() {
        Observation seen = new Observation(
                "ma\u001b[31mke", Seen.NONE.deepCopy().put("text", "x".repeat(500)), Seen.succeeded("{}"), List.of());

        assertThat(seen.call())
                .startsWith("ma")
                .contains(" with {\"text\":\"xxx")
                .doesNotContain("\u001b");
        assertThat(seen.call()).hasSizeLessThan(300);
    }

    private static Observation ended(String end) {
        return switch (end) {
            case "success" -> Seen.success("{}");
            case "cancellation" -> Seen.cancellation();
            case "status" -> Seen.failure(Seen.apiError(500));
            case "fuel", "wall_time" -> Seen.failure(Seen.limit(LimitName.valueOf(end.toUpperCase(Locale.ROOT))));
            default -> Seen.failure(Seen.runtimeError(Reason.valueOf(end)));
        };
    }

    private static boolean answer(String question, Observation seen) {
        return switch (question) {
            case "succeeded" -> seen.succeeded();
            case "reported" -> seen.reported();
            case "complained" -> seen.complained();
            case "broke" -> seen.broke();
            case "reachedALimit" -> seen.reachedALimit();
            case "wasStoppedByTime" -> seen.wasStoppedByTime();
            case "wasUnreached" -> seen.wasUnreached();
            default -> throw new IllegalArgumentException(question);
        };
    }
}
