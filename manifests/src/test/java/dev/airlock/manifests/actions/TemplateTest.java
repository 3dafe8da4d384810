package dev.airlock.manifests.actions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static final String ACTION = """
            +++
            name = "x"
            version = "1.0.0"
            [[requires.connectors]]
            name = "local://a/b"
            version = "1.0.0"
            hash = "sha256:HASH"
            capabilities = ["send"]
            [[inputs]]
            name = "any"
            type = "object"
            description = "d"
            [[inputs]]
            name = "word"
            type = "string"
            description = "d"
            [[inputs]]
            name = "maybe"
            type = "string"
            description = "d"
            required = false
            [[execute]]
            id = "one"
            connector = "local://a/b"
            op = "send"
            inputs = { INPUTS }
            +++
            Text.
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "1.10",
                "true",
                "null",
                "\"text\"",
                "[1,[2]]",
                "{\"a\":{\"b\":\"${args.word}\"}}",
                "\"${args.word}\"",
                "\"{\\\"x\\\":1}\""
            })
    void aValueKeepsItsTypeAndIsNeverReadAgain(String json) {
        assertThat(filled("q = \"${args.any}\"", reference -> value(json))).isEqualTo("{\"q\":" + json + "}");
    }

    @Test
    void aTextAroundAReferenceIsAText() {
        assertThat(filled("q = \"n=${args.word}!\"", reference -> value("9007199254740993")))
                .isEqualTo("{\"q\":\"n=9007199254740993!\"}");
        assertThat(filled("q = \"${args.word}${args.word}\"", reference -> value("\"${args.word}\"")))
                .isEqualTo("{\"q\":\"${args.word}${args.word}\"}");
        assertThat(filled("q = \"${args.word}\\\"}\"", reference -> value("\"\\\",\\\"admin\\\":true\"")))
                .isEqualTo("{\"q\":\"\\\",\\\"admin\\\":true\\\"}\"}");
    }

    @Test
    void whatIsAbsentIsLeftOut() {
        assertThat(filled(
                        "q = \"${args.maybe}\", r = [\"${args.maybe}\", 1], s = { t = \"${args.maybe}\" }, u = 2",
                        reference -> new Template.Found.Absent()))
                .isEqualTo("{\"r\":[1],\"s\":{},\"u\":2}");
    }

    @Test
    void whatIsFixedStaysAsTheAuthorWroteIt() {
        assertThat(filled("a = 1, b = [true, \"$x {y}\"], c = { d = 1.5 }", reference -> value("7")))
                .isEqualTo("{\"a\":1,\"b\":[true,\"$x {y}\"],\"c\":{\"d\":1.5}}");
    }

    @Test
    void whatIsMissingIsAProblem() {
        Template template = template("q = { r = [\"${args.word}\"] }");

        assertThat(template.fill(reference -> new Template.Found.Missing(reference + " is not there.")))
                .isEqualTo(new Template.Filled.Problem("${args.word} is not there."));
    }

    @Test
    void aTextTakesNoListNoObjectAndNoNull() {
        for (String json : new String[] {"[]", "{}", "null"}) {
            assertThat(template("q = \"a ${args.word}\"").fill(reference -> value(json)))
                    .isInstanceOf(Template.Filled.Problem.class);
        }
    }

    @Test
    void referencesGoIntoMembersAndElements() {
        assertThat(template("q = \"${args.any.list.0.name}\"").references())
                .containsExactly(new Reference("args", java.util.List.of("any", "list", "0", "name")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"args.any", "args.any.", "args.any "})
    void aReferenceWithoutAnEndIsAProblemAndNoMore(String beginning) {
        String reference = "${" + beginning + ".a".repeat(100_000) + "}";

        ActionResult result = ActionReader.read("a.md", text("q = \"" + reference + "\""));

        assertThat(((ActionResult.Problems) result).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("has more than 500 characters")
                        .hasSizeLessThan(1_000));
    }

    @Test
    void aTextGrowsNoLargerThanAnyCallTakes() {
        Template.Found large = new Template.Found.Value(TextNode.valueOf("x".repeat(Template.LONGEST_TEXT / 2)));

        assertThat(template("q = \"${args.word}${args.word}${args.word}\"").fill(reference -> large))
                .isEqualTo(new Template.Filled.Problem(
                        "The text around ${args.word} would have more than 67108864 characters."));
    }

    private static String filled(String inputs, Function<Reference, Template.Found> values) {
        Template.Filled filled = template(inputs).fill(values);
        return StrictJson.write(((Template.Filled.Value) filled).value());
    }

    private static Template template(String inputs) {
        return ActionReader.read("a.md", text(inputs))
                .orThrow()
                .steps()
                .get(0)
                .target()
                .inputs();
    }

    private static String text(String inputs) {
        return ACTION.replace("HASH", "a".repeat(64)).replace("INPUTS", inputs);
    }

    private static Template.Found value(String json) {
        try {
            JsonNode node = StrictJson.read(json);
            return new Template.Found.Value(node);
        } catch (MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }
}
