package dev.airlock.conformance.conversion.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.Seen;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {
    private static Placeholders values() {
        return new Placeholders(Map.of("s3cr3t&\"value\"", "made-one", "pin1", "aaa1", "4711", "1111"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "s3cr3t&\"value\"             | made-one",
                "{\"a\":\"s3cr3t&\\\"value\\\"\"} | {\"a\":\"made-one\"}",
                "x=s3cr3t%26%22value%22&y=1   | x=made-one&y=1",
                "of [redacted], so            | of made-up-value, so",
                "pin1                         | aaa1",
                "{\"p\":\"pin1\",\"pin1\":2}  | {\"p\":\"aaa1\",\"pin1\":2}",
                "a=pin1&b=pin12               | a=aaa1&b=pin12",
                "/cards/pin1?x                | /cards/aaa1?x",
                "pin1 is not all of it        | pin1 is not all of it",
                "{\"p\":4711,\"q\":47110}     | {\"p\":1111,\"q\":47110}",
            })
    void standForAValueInEachOfItsForms(String text, String clean) {
        Placeholders values = values();

        assertThat(values.in("place", text)).isEqualTo(clean);
        assertThat(values.wasTransformed()).isFalse();
        assertThat(values.places()).hasSize(text.equals(clean) ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"czNjcjN0JiJ2YWx1ZSI=", "7333637233742622 76616c756522"})
    void leaveNothingOfAValueThatWasEncoded(String encoded) {
        Placeholders values = values();
        String text = encoded.replace(" ", "");

        assertThat(values.in("place", "x " + text)).doesNotContain(text.substring(0, 8));
        assertThat(values.wasTransformed()).isTrue();
        assertThat(values.transformedPlaces()).containsExactly("place");
    }

    @Test
    void replaceTextsNamesAndNumbersOfJsonAndNameTheirPlaces() {
        Placeholders values = values();

        assertThat(
                        values.in(
                                "args",
                                Seen.json(
                                        "{\"list\":[{\"pin\":4711},\"[redacted]\"],\"[redacted]\":1,\"n\":1.5,\"t\":true,\"z\":null}")))
                .isEqualTo(
                        Seen.json(
                                "{\"list\":[{\"pin\":1111},\"made-up-value\"],\"made-up-value\":1,\"n\":1.5,\"t\":true,\"z\":null}"));
        assertThat(values.places()).containsExactly("args/list/0/pin", "args/list/1", "args");
    }
}
