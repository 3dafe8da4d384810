package dev.airlock.sandbox.boundary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GuestReplyTest {
    static Stream<Arguments> unusable() {
        return Stream.of(
                row("white space", " \n ", "it is empty"),
                row("both", "{\"output\":{},\"error\":{\"message\":\"m\"}}", "has both an output and an error"),
                row("both, one of them null", "{\"output\":{},\"error\":null}", "has both an output and an error"),
                row("a word", "ok", "is not one JSON document"),
                row("a log line before it", "starting…\n{\"output\":{}}", "is not one JSON document"),
                row("a word after it", "{\"output\":{}} done", "something follows the document"),
                row("two documents", "{\"output\":{}}{\"output\":{}}", "something follows the document"),
                row(
                        "two documents on two lines",
                        "{\"output\":{}}\n{\"output\":{}}\n",
                        "something follows the document"),
                row("a NUL after it", "{\"output\":{}}\u0000", "something follows the document"),
                row("a duplicate key", "{\"output\":{},\"output\":{}}", "the same name twice"),
                row("a duplicate key inside", "{\"output\":{\"a\":1,\"a\":2}}", "the same name twice"),
                row("a byte order mark", "\uFEFF{\"output\":{}}", "byte order mark"),
                row("half a document", "{\"output\":{", "is not one JSON document"),
                row("NaN", "{\"output\":{\"n\":NaN}}", "is not one JSON document"),
                row("1,001 levels", "{\"output\":" + "{\"a\":".repeat(1000) + "1" + "}".repeat(1001), "nests deeper"),
                row("an array", "[{\"output\":{}}]", "is not a JSON object"),
                row("a text", "\"output\"", "is not a JSON object"),
                row("null", "null", "is not a JSON object"),
                row("an output in another case", "{\"Output\":{}}", "has a field “Output”"),
                row("an error in another case", "{\"ERROR\":{\"message\":\"m\"}}", "has a field “ERROR”"),
                row("an unknown field beside it", "{\"output\":{},\"status\":\"ok\"}", "has a field “status”"),
                row("an output that is an array", "{\"output\":[]}", "has an output that is not an object"),
                row("an output that is a text", "{\"output\":\"x\"}", "has an output that is not an object"),
                row("an output that is null", "{\"output\":null}", "has an output that is not an object"),
                row("errors alone", "{\"errors\":[]}", "has neither an output nor an error"),
                row("errors that are an object", "{\"output\":{},\"errors\":{}}", "has errors that are not an array"),
                row("errors that are null", "{\"output\":{},\"errors\":null}", "has errors that are not an array"),
                row("errors of texts", "{\"output\":{},\"errors\":[\"x\"]}", "that is not an object"),
                row("errors of an object and a null", "{\"output\":{},\"errors\":[{},null]}", "that is not an object"),
                row(
                        "an error with errors",
                        "{\"error\":{\"message\":\"m\"},\"errors\":[]}",
                        "both an error and errors"),
                row("an error that is a text", "{\"error\":\"m\"}", "not an object with a message"),
                row("an error that is null", "{\"error\":null}", "not an object with a message"),
                row("an error without a message", "{\"error\":{\"class\":\"x\"}}", "not an object with a message"),
                row(
                        "an error whose message is a number",
                        "{\"error\":{\"message\":7}}",
                        "not an object with a message"),
                row("an error whose Message is in another case", "{\"error\":{\"Message\":\"m\"}}", "with a message"),
                row(
                        "an error whose class is a number",
                        "{\"error\":{\"class\":7,\"message\":\"m\"}}",
                        "class is not a text"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusable")
    void isNeverASilentSuccess(String name, String stdout, String why) {
        assertThat(reply(stdout.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        GuestReply.Unusable.class,
                        reply -> assertThat(reply.why()).contains(why));
    }

    @ParameterizedTest
    @CsvSource({"'', is empty", "{}, has neither an output nor an error", "' { }\n', has neither an output nor an error"
    })
    void nothingAndAnEmptyObjectAreEmpty(String stdout, String why) {
        assertThat(reply(stdout.getBytes(UTF_8))).isEqualTo(new GuestReply.Empty(why));
    }

    @Test
    void bytesThatAreNotUtf8AreNoDocument() {
        assertThat(reply("{\"output\":{\"a\":\"\u00e9\"}}".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo(new GuestReply.Unusable("is not one JSON document: it is not valid UTF-8"));
    }

    static Stream<Arguments> outputs() {
        return Stream.of(
                row("an empty output", "{}"),
                row("a number beyond a double", "{\"n\":9007199254740993}"),
                row("a price", "{\"price\":1.10}"),
                row("a number beyond everything", "{\"n\":123456789012345678901234567890.5}"),
                row("a lone surrogate", "{\"s\":\"\\ud83d\"}"),
                row("a NUL", "{\"s\":\"a\\u0000b\"}"),
                row("letters of every plane", "{\"s\":\"é漢😀\"}"),
                row("names of the envelope inside", "{\"error\":{\"class\":\"x\"},\"output\":1}"),
                row("a text of a megabyte", "{\"s\":\"" + "x".repeat(1 << 20) + "\"}"),
                row("998 levels", "{\"a\":".repeat(997) + "{}" + "}".repeat(997)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("outputs")
    void anOutputComesThroughAsItWasWritten(String name, String output) {
        assertThat(reply(("{\"output\":" + output + "}").getBytes(UTF_8)))
                .isInstanceOfSatisfying(GuestReply.Output.class, reply -> {
                    assertThat(StrictJson.write(reply.output())).isEqualTo(output);
                    assertThat(reply.errors()).isEmpty();
                });
    }

    @Test
    void whiteSpaceAroundADocumentIsNoMatter() {
        assertThat(reply(" \r\n{ \"output\" : { } }\n\n".getBytes(UTF_8))).isInstanceOf(GuestReply.Output.class);
    }

    @Test
    void anErrorIsItsClaimItsMessageAndItsDetails() {
        assertThat(reply("{\"error\":{\"class\":\"x\",\"message\":\"m\",\"details\":{\"n\":1}}}".getBytes(UTF_8)))
                .isInstanceOfSatisfying(GuestReply.Reported.class, reported -> {
                    assertThat(reported.claimedClass()).contains("x");
                    assertThat(reported.message()).isEqualTo("m");
                    assertThat(reported.details().map(StrictJson::write)).contains("{\"n\":1}");
                });
        assertThat(reply("{\"error\":{\"message\":\"\\ud83d\",\"details\":null}}".getBytes(UTF_8)))
                .isEqualTo(new GuestReply.Reported(Optional.empty(), "\ud83d", Optional.empty()));
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }

    private static GuestReply reply(byte[] stdout) {
        return GuestReply.read(stdout, () -> {});
    }
}
