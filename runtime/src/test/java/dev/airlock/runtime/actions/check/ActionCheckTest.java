package dev.airlock.runtime.actions.check;

import static dev.airlock.runtime.actions.ActionBench.NOTHING;
import static dev.airlock.runtime.actions.ActionBench.echoes;
import static dev.airlock.runtime.actions.ActionBench.input;
import static dev.airlock.runtime.actions.ActionBench.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.runtime.actions.ActionBench;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionCheckTest {
    private static final String OPERATION = """
            [[operations]]
            name = "echo"
            [operations.args]
            type = "object"
            required = ["text"]
            additionalProperties = false
            [operations.args.properties]
            text = { type = "string", minLength = 2 }
            count = { type = "integer" }
            either = { type = ["integer", "string"] }
            """;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"ship-update.md", "payment.md"})
    void findsNothingWrongWithTheSamples(String sample) {
        assertThat(ActionCheck.problems(
                        sample, ActionBench.sample(sample), new ConnectorFolders(List.of(ActionBench.SAMPLES))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "count = 1; echo needs the argument \"text\"",
                "text = \"${args.maybe}\"; ${args.maybe} may be absent",
                "text = \"${args.number}\"; is of type string, and ${args.number} is of type integer",
                "text = \"ok\", count = \"n ${args.number}\"; is of type integer, and a text is of type string",
                "text = \"ok\", cuont = 1; takes no argument \"cuont\"; did you mean count?",
                "text = \"a\"; /text: must be at least 2 characters long",
                "text = \"ok\", count = \"x\"; /count: string found, integer expected"
            })
    void findsArgumentsThatTheOperationDoesNotTake(String inputs, String problem) {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            bench.echo(OPERATION);

            assertThat(problems(bench, echoes("one", inputs)))
                    .anySatisfy(found -> assertThat(found.toString()).contains(problem.split(";")[0]));
        }
    }

    @Test
    void findsNothingWrongWithArgumentsThatCanFit() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            bench.echo(OPERATION.replace(
                    "name = \"echo\"",
                    "name = \"run\"\n[[operations]]\nname = \"other\"\n[[operations]]\nname = \"echo\""));

            assertThat(problems(
                            bench,
                            echoes(
                                            "one",
                                            "text = \"${args.text}\", count = \"${args.number}\", either = \"${args.text}\"")
                                    + echoes("two", "text = \"${one.call.args.text}\", either = \"a ${args.number}\"")))
                    .isEmpty();
        }
    }

    @Test
    void findsAllProblemsAtTheirPlacesAtOnce() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            String text = bench.text(echoes("one", "") + step("two", "errands", "run", "retry = \"often\""));
            bench.errands("[[operations]]\nname = \"run\"\n");
            bench.put("echo", "[connector]\nname = \"local://tests/other\"\nversion = \"1.0.0\"\n", "echo");
            String[] lines = text.split("\n");

            List<Problem> problems = ActionCheck.problems(
                    "test.md",
                    ActionReader.read("test.md", text).orThrow(),
                    new ConnectorFolders(List.of(bench.folders)));

            assertThat(problems).extracting(Problem::line).isSorted();
            assertThat(problems)
                    .extracting(problem -> lines[problem.line() - 1].split(" ")[0])
                    .contains("name", "hash", "retry");
            assertThat(problems.toString())
                    .contains(
                            "local://tests/echo@1.0.0 was not found",
                            "is not the pinned one",
                            "has no operation \"echo\"",
                            "has no operation \"other\"",
                            "there is no policy \"often\"")
                    .doesNotContain(temp.toString());
        }
    }

    @Test
    void saysWhichVersionsThereAreAndThatAManifestIsBroken() {
        try (ActionBench bench = new ActionBench(temp, NOTHING)) {
            String text = bench.text(echoes("one", ""));
            bench.put("echo", "[connector]\nname = \"local://tests/echo\"\nversion = \"2.0.0\"\n", "echo");
            bench.put("broken", "[connector]\n", "echo");

            assertThat(ActionCheck.problems(
                            "test.md",
                            ActionReader.read("test.md", text).orThrow(),
                            new ConnectorFolders(List.of(bench.folders))))
                    .singleElement()
                    .asString()
                    .contains("They hold 2.0.0 of it.", "One manifest there has problems");
        }
    }

    private static List<Problem> problems(ActionBench bench, String steps) {
        String inputs = input("text", "string", "")
                + input("number", "integer", "")
                + input("maybe", "string", "required = false");
        return ActionCheck.problems(
                        "test.md", bench.action(inputs + steps), new ConnectorFolders(List.of(bench.folders)))
                .stream()
                .filter(problem -> !problem.toString().contains("has no operation"))
                .toList();
    }
}
