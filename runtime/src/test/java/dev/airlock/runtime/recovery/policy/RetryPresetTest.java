package dev.airlock.runtime.recovery.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The presets wait as long as the documents say that name them. */
class RetryPresetTest {
    @ParameterizedTest
    @CsvSource({
        "standard, 1000 2000 4000, 1.0, 1.2",
        "none, '', 1.0, 1.2",
        "timeout, 200 600 1800, 1.0, 1.2",
        "server_error, 500 2000, 1.0, 1.2",
        "rate_limit, 5000 10000 20000 40000 80000, 0.8, 1.2",
        "capacity, 500 1000 2000, 1.0, 1.25",
        "store, 2000 4000 6000, 1.0, 1.2"
    })
    void waitsAsLong(String word, String pauses, double least, double most) {
        RetryPolicy policy = RetryPreset.named(word).orElseThrow().policy();

        assertThat(IntStream.rangeClosed(1, policy.max())
                        .mapToObj(retry ->
                                Long.toString(policy.backoff().pause(retry).toMillis()))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(pauses);
        assertThat(policy.jitter()).isEqualTo(new Jitter(least, most));
    }

    @Test
    void unattendedGoesOnForSixHoursAtMost32SecondsApart() {
        RetryPolicy policy = RetryPreset.UNATTENDED.policy();

        assertThat(policy.allowsAnother(1_000_000)).isTrue();
        assertThat(policy.backoff().pause(1_000)).isEqualTo(Duration.ofSeconds(32));
        assertThat(policy.unattended().orElseThrow().most()).isEqualTo(Duration.ofHours(6));
    }

    @ParameterizedTest
    @EnumSource(RetryPreset.class)
    void isFoundByItsName(RetryPreset preset) {
        assertThat(RetryPreset.named(preset.word())).contains(preset);
    }

    @Test
    void noPolicyCanHaveADenialTriedAgain() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.standard().withClassifier(Set.of(Verdict.POLICY_DENIED)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.standard().withMax(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Jitter(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Backoff.of(Backoff.Growth.FIXED, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy.Unattended(Duration.ofHours(1), Duration.ofSeconds(31)));
    }
}
