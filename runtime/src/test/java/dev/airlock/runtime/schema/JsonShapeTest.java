package dev.airlock.runtime.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonShapeTest {
    private static final String CHARGE = """
            {"type":"object","required":["amount","currency"],"additionalProperties":false,"properties":{
              "amount":{"type":"integer","minimum":1},
              "currency":{"type":"string","pattern":"^[A-Z]{3}$"},
              "kind":{"enum":["once","often"]},
              "tags":{"type":"array","items":{"$ref":"#/$defs/tag"}}},
             "$defs":{"tag":{"type":"string","minLength":2}}}""";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":9007199254740993,\"currency\":\"EUR\"}",
                "{\"amount\":123456789012345678901234567890,\"currency\":\"EUR\",\"kind\":\"often\"}",
                "{\"amount\":1.0,\"currency\":\"EUR\",\"tags\":[\"ab\"]}"
            })
    void takesWhatFits(String value) {
        assertThat(problems(CHARGE, value)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"amount\":0,\"currency\":\"EUR\"}; /amount",
                "{\"amount\":1.5,\"currency\":\"EUR\"}; /amount",
                "{\"amount\":1,\"currency\":\"euro\"}; /currency",
                "{\"amount\":1,\"currency\":\"EUR\\n\"}; /currency",
                "{\"amount\":1}; 'currency'",
                "{\"amount\":1,\"currency\":\"EUR\",\"x\":1}; 'x'",
                "{\"amount\":1,\"currency\":\"EUR\",\"kind\":\"never\"}; /kind",
                "{\"amount\":1,\"currency\":\"EUR\",\"tags\":[\"ab\",\"c\"]}; /tags/1",
                "[]; object"
            })
    void namesThePlaceOfWhatDoesNotFit(String value, String fragment) {
        assertThat(problems(CHARGE, value))
                .singleElement()
                .asString()
                .contains(fragment.strip())
                .doesNotContain("never", "euro");
    }

    @Test
    void listsAllProblemsAtOnce() {
        assertThat(problems(CHARGE, "{\"amount\":\"1\",\"currency\":1,\"x\":1}"))
                .hasSize(3);
    }

    @Test
    void listsNoMoreThanAFew() {
        String many = IntStream.range(0, 50).mapToObj(i -> "\"c\"").collect(Collectors.joining(",", "[", "]"));
        String tooMany = IntStream.range(0, 100_000).mapToObj(i -> "\"c\"").collect(Collectors.joining(",", "[", "]"));

        assertThat(problems(CHARGE, "{\"amount\":1,\"currency\":\"EUR\",\"tags\":" + many + "}"))
                .hasSize(JsonShape.MOST_PROBLEMS)
                .endsWith("and more");
        assertThat(problems(CHARGE, "{\"amount\":1,\"currency\":\"EUR\",\"tags\":" + tooMany + "}"))
                .singleElement()
                .asString()
                .startsWith("/tags/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a pattern that tries every division of the text
                "{\"pattern\":\"^(a+)+$\"}",
                "{\"pattern\":\"^(a|a)*$\"}",
                "{\"pattern\":\"(a*)*(a*)*(a*)*b\"}",
                "{\"patternProperties\":{\"^(a+)+$\":false},\"propertyNames\":{\"pattern\":\"^(a+)+$\"},\"pattern\":\"^(a+)+$\"}",
                // references to references, twice each
                "{\"$ref\":\"#/$defs/0\",\"$defs\":{DOUBLING}}",
                // a schema that applies itself
                "{\"$ref\":\"#\"}",
                "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
                "{\"anyOf\":[{\"$ref\":\"#/x-hidden\"}],\"x-hidden\":{\"not\":{\"$ref\":\"#/x-hidden\"}}}"
            })
    void endsWhatNeverWould(String schema) {
        String doubling = IntStream.range(0, 60)
                .mapToObj(i -> "\"" + i + "\":{\"allOf\":[{\"$ref\":\"#/$defs/" + (i + 1) + "\"},{\"$ref\":\"#/$defs/"
                        + (i + 1) + "\"}]}")
                .collect(Collectors.joining(",", "", ",\"60\":{}"));
        String whole = schema.replace("DOUBLING", doubling);

        assertTimeout(Duration.ofSeconds(20), () -> {
            JsonShape.Reading reading = JsonShape.read(json(whole));
            if (reading instanceof JsonShape.Reading.Usable usable) {
                assertThat(usable.shape().problems(json("\"" + "a".repeat(5_000) + "!\"")))
                        .isNotEmpty();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pattern\":\"(\"}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"https://example.com/schema.json\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/none\"}}}",
                "{\"properties\":{\"a\":{\"$ref\":\"file:///etc/hostname\"}}}"
            })
    void refusesASchemaThatCannotBeUsedWhenItIsRead(String schema) {
        assertThat(JsonShape.read(json(schema))).isInstanceOf(JsonShape.Reading.Unusable.class);
    }

    @Test
    void keepsNamesOfStrangersFromActingOnATerminal() {
        assertThat(problems(CHARGE, "{\"amount\":1,\"currency\":\"EUR\",\"\\u001b[2J\\u202e\":1}"))
                .singleElement()
                .asString()
                .doesNotContain("\u001b", "\u202e");
    }

    private static List<String> problems(String schema, String value) {
        return ((JsonShape.Reading.Usable) JsonShape.read(json(schema))).shape().problems(json(value));
    }

    private static JsonNode json(String text) {
        try {
            return StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }
}
