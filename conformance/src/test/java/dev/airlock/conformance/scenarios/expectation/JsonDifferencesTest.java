package dev.airlock.conformance.scenarios.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import org.junit.jupiter.api.Test;

class JsonDifferencesTest {
    @Test
    void namesThePlaceOfEachDifference() throws Exception {
        assertThat(JsonDifferences.exact(
                        "output",
                        json("{\"a\":[1,{\"b\":2}],\"gone\":true,\"c\":\"x\"}"),
                        json("{\"a\":[1,{\"b\":3},4],\"new\":null,\"c\":1}")))
                .containsExactly(
                        Difference.of("output/a/1/b", "2", "3"),
                        Difference.unexpected("output/a/2", "4"),
                        Difference.missing("output/gone", "true"),
                        Difference.of("output/c", "\"x\"", "1"),
                        Difference.unexpected("output/new", "null"));
    }

    @Test
    void ofASubsetLooksAtNamedMembersOnly() throws Exception {
        JsonNode actual = json("{\"a\":{\"b\":1,\"c\":2},\"d\":[1,2]}");

        assertThat(JsonDifferences.subset("o", json("{\"a\":{\"b\":1}}"), actual))
                .isEmpty();
        assertThat(JsonDifferences.subset("o", json("{\"d\":[1]}"), actual))
                .containsExactly(Difference.unexpected("o/d/1", "2"));
    }

    @Test
    void comparesNumbersByValueAndKeepsEveryDigit() throws Exception {
        assertThat(JsonDifferences.exact("o", json("1.10"), json("1.1"))).isEmpty();
        assertThat(JsonDifferences.exact("o", json("9007199254740993"), json("9007199254740992")))
                .hasSize(1);
    }

    private static JsonNode json(String text) throws MalformedJsonException {
        return StrictJson.read(text);
    }
}
