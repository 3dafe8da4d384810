package dev.airlock.sandbox.boundary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.Reason;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReportedDetailsTest {
    private static final String SECRET = "hunter2-hunter2";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"errors":"title: invalid"}              | {"errors":"title: invalid"}
            {"a":[1,true,{"b":"c"}],"n":-1.5}        | {"a":[1,true,{"b":"c"}],"n":-1.5}
            {"n":9007199254740993}                   | {"n":9007199254740993}
            {"n":12345678901234567890}               | {"n":"12345678901234567890"}
            {"n":1e400}                              | {"n":"1E+400"}
            {"n":0.12345678901234567890123}          | {"n":"0.12345678901234567890123"}
            {"a":null,"b":[null,1,null],"c":{}}      | {"b":[1],"c":{}}
            {"a\\u202eb\\u0000":"c\\u001b[2J\\nd"}   | {"ab":"c[2J d"}
            {"s":"\\ud83d"}                          | {"s":""}
            {"k":"my hunter2-hunter2"}               | {"k":"my [redacted]"}
            {"hunter2\\u200b-hunter2":1}             | {"[redacted]":1}
            "only a text"                            | "only a text"
            ["a list"]                               | ["a list"]
            7                                        | 7
            """)
    void comeOutClean(String given, String shown) throws MalformedJsonException {
        assertThat(json(StrictJson.read(given)).map(StrictJson::write)).contains(shown);
    }

    @ParameterizedTest
    @CsvSource({"{}", "[]", "null", "{\"a\":null}", "[null]"})
    void nothingIsNoDetail(String given) throws MalformedJsonException {
        assertThat(of(StrictJson.read(given))).isEmpty();
    }

    static Stream<Arguments> large() {
        String text = "x".repeat(5_000);
        return Stream.of(
                Arguments.of("many names", object(10_000, i -> "\"key" + i + "\":" + i)),
                Arguments.of("many texts", "[" + "\"0123456789\",".repeat(5_000) + "0]"),
                Arguments.of("long texts", object(100, i -> "\"" + i + "\":\"" + text + "\"")),
                Arguments.of("quotation marks", object(100, i -> "\"" + i + "\":\"" + "\\\"".repeat(500) + "\"")),
                Arguments.of("letters of four bytes", object(100, i -> "\"" + i + "\":\"" + "😀".repeat(500) + "\"")),
                Arguments.of("many levels", "[".repeat(900) + "]".repeat(900)),
                Arguments.of("many levels of one name", "{\"a\":".repeat(900) + "1" + "}".repeat(900)),
                Arguments.of("many small objects", "[" + "{},".repeat(20_000) + "{}]"),
                Arguments.of("many secrets", "[" + ("\"" + SECRET + "\",").repeat(5_000) + "0]"),
                Arguments.of("many false", "[" + "false,".repeat(20_000) + "0]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("large")
    void whatDoesNotFitIsLeftOutWithAMark(String name, String given) throws MalformedJsonException {
        String shown = StrictJson.write(json(StrictJson.read(given)).orElseThrow());

        assertThat(shown.getBytes(UTF_8).length).isLessThanOrEqualTo(ReportedDetails.MAX_BYTES);
        assertThat(shown).contains(ReportedDetails.CUT).doesNotContain(SECRET);
    }

    @Test
    void almostSixteenKibibytesFit() throws MalformedJsonException {
        String text = "x".repeat(480);
        String given = object(32, i -> "\"name" + i + "\":\"" + text + "\"");

        assertThat(given.length()).isGreaterThan(15 << 10);
        assertThat(json(StrictJson.read(given)).map(StrictJson::write)).contains(given);
    }

    @Test
    void whateverTheFormItIsNeverMoreThanMayBe() throws MalformedJsonException {
        Random random = new Random(17);
        for (int i = 0; i < 300; i++) {
            JsonNode given = StrictJson.read(any(random, 6));
            of(given)
                    .ifPresent(value -> assertThat(StrictJson.write(node(value)).getBytes(UTF_8).length)
                            .isLessThanOrEqualTo(ReportedDetails.MAX_BYTES));
        }
    }

    private static String any(Random random, int levels) {
        int size = random.nextInt(30);
        return switch (levels == 0 ? random.nextInt(3) : random.nextInt(5)) {
            case 0 -> "\"" + "é\\\"x".repeat(random.nextInt(200)) + "\"";
            case 1 -> Double.toString(random.nextDouble() * 1e9);
            case 2 -> Long.toString(random.nextLong());
            case 3 -> "[" + "1,".repeat(size) + any(random, levels - 1) + "," + any(random, levels - 1) + "]";
            default -> object(size + 1, i -> "\"n" + i + "\":" + (i < 3 ? any(random, levels - 1) : "\"v\""));
        };
    }

    private static String object(int fields, java.util.function.IntFunction<String> field) {
        List<String> all =
                java.util.stream.IntStream.range(0, fields).mapToObj(field).toList();
        return "{" + String.join(",", all) + "}";
    }

    private static Optional<Object> of(JsonNode given) {
        return new ReportedDetails(Redactor.of(List.of(SECRET))::redact).of(given);
    }

    private static Optional<JsonNode> json(JsonNode given) {
        return of(given).map(ReportedDetailsTest::node);
    }

    /** Returns the value as the envelope writes it. */
    private static JsonNode node(Object value) {
        Failure failure = Failure.connectorRuntimeError(
                AuditId.random(), Reason.REPORTED, "m", Details.none().put("connector", value));
        return FailureEnvelope.errorNode(failure).path("details").path("connector");
    }
}
