package dev.airlock.runtime.recovery.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.recovery.policy.Backoff.Growth;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryReaderTest {
    @ParameterizedTest
    @EnumSource(RetryPreset.class)
    void takesTheNameOfAPreset(RetryPreset preset) throws MalformedJsonException {
        assertThat(read("\"" + preset.word() + "\"").policy()).contains(preset.policy());
    }

    @Test
    void takesATableOfWhatDiffers() throws MalformedJsonException {
        RetryPolicy policy = read("{\"max\":5,\"backoff\":\"linear\",\"base\":\"2s\",\"cap\":\"10s\",\"jitter\":0.1,"
                        + "\"classifier\":[\"network\",429,503,\"408\"]}")
                .policy()
                .orElseThrow();

        assertThat(policy)
                .isEqualTo(new RetryPolicy(
                        5,
                        new Backoff(Growth.LINEAR, Duration.ofSeconds(2), 2, Duration.ofSeconds(10)),
                        Jitter.upTo(0.1),
                        Set.of(
                                Verdict.UNREACHABLE,
                                Verdict.CONNECTION_LOST,
                                Verdict.RATE_LIMITED,
                                Verdict.OVERLOADED,
                                Verdict.REQUEST_TIMED_OUT),
                        Optional.empty()));
    }

    @Test
    void takesWhatIsNotSaidFromThePreset() throws MalformedJsonException {
        RetryPolicy policy = read("{\"preset\":\"rate_limit\",\"max\":2,\"unattended\":true}")
                .policy()
                .orElseThrow();

        assertThat(policy.jitter()).isEqualTo(new Jitter(0.8, 1.2));
        assertThat(policy.max()).isEqualTo(2);
        assertThat(policy.unattended()).contains(RetryPolicy.Unattended.STANDARD);
        assertThat(read("{}").policy().orElseThrow().max()).isEqualTo(3);
        assertThat(read("{\"jitter\":[0.5,1.5]}").policy().orElseThrow().jitter())
                .isEqualTo(new Jitter(0.5, 1.5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | neither a name nor a table",
                "'\"always\"' | there is no policy \"always\"",
                "'{\"maxx\":1}' | did you mean max?",
                "'{\"max\":-1}' | max is not a whole number",
                "'{\"max\":1.5}' | max is not a whole number",
                "'{\"max\":101}' | max is not a whole number",
                "'{\"backoff\":\"sometimes\"}' | backoff is not one of",
                "'{\"base\":\"1\"}' | base: duration",
                "'{\"base\":\"0s\"}' | base must be longer than 0",
                "'{\"base\":\"2s\",\"cap\":\"1s\"}' | cap is shorter than base",
                "'{\"factor\":0.5}' | factor is not a number",
                "'{\"jitter\":2}' | jitter is neither",
                "'{\"jitter\":[1.5,0.5]}' | jitter is neither",
                "'{\"classifier\":\"network\"}' | classifier is not a list",
                "'{\"classifier\":[403]}' | cannot be retried",
                "'{\"classifier\":[\"policy_denied\"]}' | cannot be retried",
                "'{\"unattended\":\"yes\"}' | unattended is neither"
            })
    void saysWhatIsWrong(String json, String problem) throws MalformedJsonException {
        RetryReader.Reading reading = read(json);

        assertThat(reading.policy()).isEmpty();
        assertThat(reading.problems()).singleElement().asString().contains(problem);
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() throws MalformedJsonException {
        assertThat(read("{\"max\":-1,\"backoff\":\"x\",\"jitter\":9,\"classifier\":[1,2]}")
                        .problems())
                .hasSize(5);
    }

    private static RetryReader.Reading read(String json) throws MalformedJsonException {
        return RetryReader.read(StrictJson.read(json));
    }
}
