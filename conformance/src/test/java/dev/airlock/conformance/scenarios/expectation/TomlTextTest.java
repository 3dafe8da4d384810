package dev.airlock.conformance.scenarios.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.Seen;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TomlTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | {}",
                "{\"a\":1,\"b c\":[true,\"x\"]} | { a = 1, \"b c\" = [true, \"x\"] }",
                "{\"a\":0.25} | { a = 0.25 }",
                "[] | []",
            })
    void writesOnOneLineWhatTomlCanSay(String json, String toml) {
        assertThat(TomlText.inline(Seen.json(json))).hasValue(toml);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "{\"a\":null}", "[18446744073709551616]", "{\"a\":1e400}", "[0.12345678901234567890]"})
    void saysWhatTomlDoesNotHave(String json) {
        assertThat(TomlText.inline(Seen.json(json))).isEmpty();
        assertThat(TomlText.json(Seen.json(json))).startsWith("'''\n").endsWith("\n'''");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":null}",
                "{\"a\":\"it is '''quoted'''\"}",
                "{\"a\":\"\\u0000\\u001b[31m\\u202e\\r\\n\\t\\\"\\\\\"}",
                "{\"long\":[1000000000000000001,1000000000000000002,1000000000000000003,1000000000000000004,1000000000000000005]}",
                "{\"n\":123456789012345678901234567890.5}",
                "{\"😀\":\"😀\"}"
            })
    void aScenarioReadsBackWhatIsWritten(String json) {
        JsonNode value = Seen.json(json);
        String scenario = "op = \"make\"\n[expect]\noutput = " + TomlText.json(value) + "\n";

        ScenarioReading reading = ScenarioReader.parse(Path.of("x.toml"), "x", scenario);

        assertThat(reading).isInstanceOf(ScenarioReading.Valid.class);
        assertThat(((ScenarioReading.Valid) reading).scenario().expectation().output())
                .hasValueSatisfying(read ->
                        assertThat(JsonDifferences.exact("", value, read)).isEmpty());
    }

    @Test
    void quotesAKeyThatIsNoBareOne() {
        assertThat(TomlText.key("plain-key_1")).isEqualTo("plain-key_1");
        assertThat(TomlText.key("a.b")).isEqualTo("\"a.b\"");
        assertThat(TomlText.key("")).isEqualTo("\"\"");
    }
}
