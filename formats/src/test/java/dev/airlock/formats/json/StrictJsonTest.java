package dev.airlock.formats.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private static final String CANARY = "canary";

    static Stream<Arguments> refused() {
        return Stream.of(
                row("nothing", "", "it is empty"),
                row("white space only", " \n\t\r ", "it is empty"),
                row("the same name twice", "{\"canary\":1,\"canary\":2}", "it has the same name twice in one object"),
                row("the same name twice, once escaped", "{\"a\":1,\"\\u0061\":2}", "the same name twice"),
                row(
                        "the same name twice, deep",
                        "[{\"x\":{\"canary\":1,\"y\":[],\"canary\":1}}]",
                        "the same name twice"),
                row("a second document", "{} {}", "something follows the document"),
                row("a word after it", "{}canary", "something follows the document"),
                row("a stray bracket after it", "{}]", "something follows the document"),
                row("a NUL after it", "{}\u0000", "something follows the document"),
                row("a byte order mark", "\uFEFF{}", "it starts with a byte order mark"),
                row("NaN", "NaN", "it is not JSON"),
                row("Infinity", "[-Infinity]", "it is not JSON"),
                row("single quotes", "{'canary':1}", "it is not JSON"),
                row("a bare name", "{canary:1}", "it is not JSON"),
                row("a comment", "/* canary */ {}", "it is not JSON"),
                row("a line comment", "{} // canary", "something follows the document"),
                row("a trailing comma", "[1,]", "it is not JSON"),
                row("a missing value", "[1,,2]", "it is not JSON"),
                row("a leading zero", "[007]", "it is not JSON"),
                row("a leading plus", "[+1]", "it is not JSON"),
                row("a leading point", "[.5]", "it is not JSON"),
                row("a trailing point", "[5.]", "it is not JSON"),
                row("a hexadecimal number", "[0x10]", "it is not JSON"),
                row("a raw line break in a text", "\"canary\n\"", "it is not JSON"),
                row("a raw NUL in a text", "\"canary\u0000\"", "it is not JSON"),
                row("an unknown escape", "\"canary\\x\"", "it is not JSON"),
                row("half an escape", "\"canary\\u00\"", "it is not JSON"),
                row("a lone surrogate in a name", "{\"canary\\ud800\":1}", "it is not JSON"),
                row("an open object", "{\"canary\":", "it is not JSON"),
                row("an open text", "{\"canary", "it is not JSON"),
                row("a word that is no literal", "canary", "it is not JSON"),
                row("a literal in another case", "True", "it is not JSON"),
                row("1,001 levels", "[".repeat(1001) + "]".repeat(1001), "nests deeper than 1000 levels"),
                row("100,000 levels", "{\"a\":".repeat(100_000), "nests deeper than 1000 levels"),
                row("a number of 10,001 digits", "1".repeat(10_001), "a number or a text that is too long"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refusesWhatIsNotExactlyOneDocumentAndQuotesNothingOfIt(String name, String json, String why) {
        assertThatThrownBy(() -> StrictJson.read(json.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining(CANARY)
                .hasNoCause();
        assertThatThrownBy(() -> StrictJson.read(json)).isInstanceOf(MalformedJsonException.class);
    }

    static Stream<Arguments> unchanged() {
        return Stream.of(
                row("an object", "{\"b\":1,\"a\":[true,false,null]}"),
                row("a text", "\"x\""),
                row("null", "null"),
                row("a whole number beyond a double's precision", "9007199254740993"),
                row("a whole number beyond a long", "123456789012345678901234567890"),
                row("a fraction with a trailing zero", "1.10"),
                row(
                        "a fraction beyond a double's precision",
                        "0.1000000000000000055511151231257827021181583404541015625"),
                row("a negative number", "-7"),
                row("names in the order they came", "{\"z\":0,\"a\":0,\"M\":0}"),
                row("an empty name", "{\"\":1}"),
                row("names that differ in case", "{\"a\":1,\"A\":2}"),
                row("an escaped NUL", "\"a\\u0000b\""),
                row("a lone high surrogate", "\"\\ud83d\""),
                row("a lone low surrogate", "\"x\\ude00y\""),
                row("surrogates the wrong way round", "\"\\ude00\\ud83d\""),
                row("letters of every plane", "\"é漢😀\""),
                row("1,000 levels", "[".repeat(1000) + "]".repeat(1000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unchanged")
    void writesWhatItReadWithoutChangingIt(String name, String json) throws MalformedJsonException {
        String written = StrictJson.write(StrictJson.read(json.getBytes(UTF_8)));

        assertThat(written).isEqualTo(json);
        assertThat(written.getBytes(UTF_8)).as("it survives UTF-8").isEqualTo(json.getBytes(UTF_8));
    }

    static Stream<Arguments> rewritten() {
        return Stream.of(
                row("white space goes", " { \"a\" : [ 1 , 2 ] } \n", "{\"a\":[1,2]}"),
                row("an exponent keeps its value", "[1e400,1E-400,12e3]", "[1E+400,1E-400,1.2E+4]"),
                row("minus zero is zero", "[-0]", "[0]"),
                row("a pair of escapes is one character", "\"\\ud83d\\ude00\"", "\"😀\""),
                row("an escaped slash is a slash", "\"a\\/b\"", "\"a/b\""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rewritten")
    void writesTheSameValueInOneWay(String name, String json, String expected) throws MalformedJsonException {
        assertThat(StrictJson.write(StrictJson.read(json))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"c3 28", "22 ed a0 80 22", "22 c0 80 22", "22 f4 90 80 80 22", "22 e2 82 22", "ff fe 7b 00 7d 00"
            })
    void refusesBytesThatAreNotUtf8(String hex) {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);

        assertThatThrownBy(() -> StrictJson.read(bytes))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("it is not valid UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e%s", "1e-%s", "0.1e%s", "-1E+%s", "{\"canary\":0e%s}"})
    void anExponentOfAlmostTenThousandDigitsIsRefusedAtOnce(String form) {
        String json = String.format(form, "9".repeat(9_990));

        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThatThrownBy(() -> StrictJson.read(json))
                        .isInstanceOf(MalformedJsonException.class)
                        .hasMessageContaining("a number is out of range"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e100001",
                "1e-100001",
                "1e999999999",
                "1e-999999999",
                "1e2147483647",
                "1e-2147483648",
                "0e999999999"
            })
    void anExponentBeyondTheBoundIsRefused(String json) {
        assertThatThrownBy(() -> StrictJson.read(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("a number is out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E+100000", "1E-100000", "-2.5E+99999"})
    void anExponentAtTheBoundSurvivesAndCanBeReckonedWith(String json) throws MalformedJsonException {
        JsonNode node = StrictJson.read(json);

        assertThat(StrictJson.write(node)).isEqualTo(json);
        assertTimeoutPreemptively(Duration.ofSeconds(5), node::longValue);
    }

    @Test
    void aWholeNumberOfTenThousandDigitsSurvives() throws MalformedJsonException {
        String json = "7".repeat(10_000);

        assertThat(StrictJson.write(StrictJson.read(json))).isEqualTo(json);
    }

    @Test
    void aTextOfTwentyMegabytesSurvives() throws MalformedJsonException {
        String text = "x".repeat(20 << 20);

        assertThat(StrictJson.read("\"" + text + "\"").textValue()).isEqualTo(text);
    }

    @Test
    void aHundredThousandNamesAreReadInTime() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 100_000; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("\"name")
                    .append(i)
                    .append("\":")
                    .append(i);
        }
        String document = json.append('}').toString();

        JsonNode node = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> StrictJson.read(document));

        assertThat(node).hasSize(100_000);
    }

    @Test
    void namesWithTheSameHashDoNotTroubleIt() throws MalformedJsonException {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 1 << 12; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 12; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            json.append(i == 0 ? "" : ",").append('"').append(name).append("\":0");
        }

        assertThat(StrictJson.read(json.append('}').toString())).hasSize(1 << 12);
    }

    @Test
    void aDocumentAsDeepAsAllowedCanBeWrittenInsideAnother() throws MalformedJsonException {
        JsonNode deep = StrictJson.read("[".repeat(1000) + "]".repeat(1000));
        ObjectNode around = JsonNodeFactory.instance.objectNode();
        around.putObject("call").set("args", deep);

        assertThat(StrictJson.write(around))
                .startsWith("{\"call\":{\"args\":[[[")
                .hasSize(2000 + 18);
    }

    @Test
    void indentsForAPersonWithOneKindOfLineBreak() throws MalformedJsonException {
        assertThat(StrictJson.writeIndented(StrictJson.read("{\"a\":{\"b\":[1,\"\\ud800\"],\"c\":[],\"d\":{}}}")))
                .isEqualTo("""
                        {
                          "a": {
                            "b": [
                              1,
                              "\\ud800"
                            ],
                            "c": [],
                            "d": {}
                          }
                        }""");
    }

    @Test
    void namesThePlaceOfAProblem() {
        assertThatThrownBy(() -> StrictJson.read("{\n  \"a\": canary\n}"))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageMatching("it is not JSON \\(line 2, column \\d+\\)");
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }
}
