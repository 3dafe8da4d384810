package dev.airlock.runtime.actions;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.input;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.sandbox.api.Outcome;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A caller's input reaches a connector as exactly that value, through a template, a step's result and another template. It is never parsed
 * again, and changes nothing that the author wrote.
 */
class InjectionTest {
    private static final int ROUNDS = Boolean.getBoolean("airlock.full") ? 5_000 : 150;
    private static final String[] PIECES = {
        "${args.secret}",
        "${",
        "}",
        "${args.",
        "$",
        "{{",
        "\"",
        "\\",
        "\",\"admin\":true,\"x\":\"",
        "'",
        "\n",
        "+++\n",
        "[[execute]]",
        "id = \"x\"",
        "\u0000",
        "\u202e",
        "🔦",
        "é",
        "${one.call.args.secret}",
        "</tool>",
        "null",
        "9007199254740993",
        "{\"$ref\":\"#\"}",
        "__proto__",
        "%s",
        "$1",
        "\\u0041"
    };

    @TempDir
    Path temp;

    @Test
    void whatACallerGivesStaysAValueAllTheWay() {
        SplittableRandom random = new SplittableRandom(20261128);
        try (ActionBench bench = new ActionBench(temp, NOTHING);
                ActionRunner runner = bench.runner()) {
            Action action = bench.action(input("text", "string", "")
                    + input("any", "object", "")
                    + input("secret", "string", "default = \"kept\"")
                    + echoes(
                            "one",
                            "secret = \"${args.secret}\", text = \"${args.text}\", any = \"${args.any}\", admin = false, said ="
                                    + " \"<${args.text}>\"")
                    + echoes(
                            "two",
                            "text = \"${one.call.args.text}\", any = \"${one.call.args.any}\", admin = false, said ="
                                    + " \"<${one.call.args.said}>\""));
            for (int round = 0; round < ROUNDS; round++) {
                String text = text(random);
                ObjectNode inputs = JsonNodeFactory.instance.objectNode().put("text", text);
                inputs.set("any", object(random, 3));

                ActionOutcome outcome = runner.run(ActionCall.of(action, inputs));

                assertThat(outcome.outcome()).as(StrictJson.write(inputs)).isInstanceOf(Outcome.Succeeded.class);
                JsonNode output = ((Outcome.Succeeded) outcome.outcome()).output();
                assertThat(output.at("/one/call/args").size()).isEqualTo(5);
                assertThat(output.at("/one/call/args/secret").textValue()).isEqualTo("kept");
                for (String step : new String[] {"one", "two"}) {
                    JsonNode args = output.path(step).path("call").path("args");
                    assertThat(args.path("text").textValue()).isEqualTo(text);
                    assertThat(StrictJson.write(args.path("any"))).isEqualTo(StrictJson.write(inputs.path("any")));
                    assertThat(args.path("admin")).isEqualTo(JsonNodeFactory.instance.booleanNode(false));
                }
                assertThat(output.at("/two/call/args/said").textValue()).isEqualTo("<<" + text + ">>");
            }
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static ObjectNode object(SplittableRandom random, int depth) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = random.nextInt(4); i >= 0; i--) {
            object.set(text(random), value(random, depth));
        }
        return object;
    }

    private static JsonNode value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> JsonNodeFactory.instance.textNode(text(random));
            case 1 -> JsonNodeFactory.instance.numberNode(random.nextLong());
            case 2 -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
            case 3 -> JsonNodeFactory.instance.nullNode();
            case 4 -> JsonNodeFactory.instance.textNode("${args.secret}");
            case 5 ->
                JsonNodeFactory.instance
                        .arrayNode()
                        .add(value(random, depth - 1))
                        .add(object(random, depth - 1));
            default -> object(random, depth - 1);
        };
    }
}
