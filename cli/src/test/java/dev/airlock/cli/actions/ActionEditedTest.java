package dev.airlock.cli.actions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.install.EchoPublisher;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests actions whose file is edited after a person agreed to them. */
class ActionEditedTest {
    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private CommandRun user;
    private String connector;
    private Path own;

    @BeforeEach
    void addAnAction() throws IOException {
        publisher = new EchoPublisher(folder);
        user = publisher.user();
        publisher.packed(EchoPublisher.NAME, "1.0.0", "");
        connector = user.with("install", EchoPublisher.NAME + "@1.0.0", "--from", "airlock.tar.gz", "--yes", "--json")
                .json()
                .at("/hash")
                .asText();
        own = folder.resolve("home/actions/say.md");
        write(folder.resolve("say.md"), "1.0.0", "[execute.inputs]\ntext = \"${args.text}\"\nwho = \"me\"");
        assertThat(user.with("action", "add", "say.md", "--yes").exitCode()).isZero();
    }

    @Test
    void theHashOfItsFileIsInTheConsentAndInEachCall() throws IOException {
        assertThat(run().exitCode()).isZero();

        String hash = hash(own);
        assertThat(user.with("audit", "export").out()).contains("file        " + hash);
        assertThat(user.with("action", "show", "say").out()).contains(hash);
        List<JsonNode> intents = intents();
        assertThat(intents.stream()
                        .filter(body -> body.path("op").asText().equals("say")
                                && body.at("/connector/name").asText().isEmpty()))
                .singleElement()
                .satisfies(body ->
                        assertThat(body.at("/details/action/hash").asText()).isEqualTo(hash))
                .satisfies(body ->
                        assertThat(body.at("/details/action/version").asText()).isEqualTo("1.0.0"));
    }

    @Test
    void oneThatChangedIsRefusedWhereNobodyCanBeAsked() throws IOException {
        String agreed = hash(own);
        edit();

        CommandRun.Result refused = run("--json");

        assertThat(refused.exitCode()).isEqualTo(1);
        JsonNode error = refused.json().path("error");
        assertThat(error.path("class").asText()).isEqualTo("hash_mismatch");
        assertThat(error.at("/details/expected").asText()).isEqualTo(agreed);
        assertThat(error.at("/details/actual").asText()).isEqualTo(hash(own));
        assertThat(error.path("message").asText()).contains("agree with airlock action add");
        assertThat(user.with("audit", "explain", error.path("audit_id").asText())
                        .exitCode())
                .isZero();
        assertThat(intents())
                .filteredOn(body -> !body.at("/connector/name").asText().isEmpty())
                .as("no step was called")
                .isEmpty();

        assertThat(user.with("action", "add", own.toString(), "--yes").exitCode())
                .isZero();
        assertThat(run().exitCode()).isZero();
    }

    @Test
    void oneThatChangedAsksAgainAndShowsTheDifference() throws IOException {
        assertThat(user.with("action", "show", "say").out()).doesNotContain("CHANGED");
        edit();
        assertThat(user.with("action", "show", "say").out())
                .contains("say, CHANGED since it was agreed to\n", "NEW         step say is given who = \"you\"\n");

        CommandRun.Result declined = answered("n\n");
        assertThat(declined.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(declined.err())
                .contains(
                        "action      say, CHANGED since it was agreed to\n",
                        "NEW         step say is given who = \"you\"\n",
                        "no longer   step say is given who = \"me\"\n",
                        "Run it as it is now? [y/N] ",
                        "Nothing was run.");

        assertThat(answered("y\n").exitCode()).isZero();
        assertThat(run().exitCode()).as("agreed to now").isZero();
        assertThat(user.with("audit", "export").out()).contains("update of an action", "file        " + hash(own));
    }

    @Test
    void wordsThatChangeNothingAskTooAndTheOldTextNeedsNoQuestion() throws IOException {
        String agreed = Files.readString(own);
        Files.writeString(own, agreed + "\nMore words.\n");

        assertThat(answered("n\n").err().replaceAll("\\s+", " "))
                .contains("Its permissions, inputs and steps are the same; only its text or its layout changed.");
        Files.writeString(own, agreed);
        assertThat(run().exitCode()).isZero();
    }

    /** The question and an update show every edit of permissions, pins, texts and steps against the agreed text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[[requires.connectors]] | [approval]{}required = true{}[[requires.connectors]] | NEW         approval: asked before each run",
                "[[requires.connectors]] | [approval]{}required = true{}[[requires.connectors]] | no longer   approval: none, it runs when",
                "capabilities = [\"echo\"] | capabilities = [\"echo\", \"erase\"] | NEW         it uses erase of github://acme/echo",
                "hash = \"sha256: | hash = \"sha256:0 | NEW         it pins github://acme/echo@1.0.0 to sha256:0",
                "version = \"1.0.0\"{}hash | version = \"2.0.0\"{}hash | NEW         it pins github://acme/echo@2.0.0 to sha256:",
                "name = \"say\"{}version = \"1.0.0\" | name = \"say\"{}version = \"1.0.1\" | NEW         version 1.0.1",
                "Says something. | Pays somebody. | NEW         its description: Pays somebody.",
            })
    void noEditOfWhatItIsAllowedPinsOrSaysGoesUnseen(String part, String instead, String shown) throws IOException {
        String text = Files.readString(own);
        String edited = text.replace(part.replace("{}", "\n"), instead.replace("{}", "\n"))
                .replaceFirst("sha256:0([0-9a-f]{63})[0-9a-f]", "sha256:0$1");
        assertThat(edited).isNotEqualTo(text);
        Files.writeString(own, edited);

        assertThat(answered("n\n").err().replaceAll("\\s+", " ")).contains(shown.replaceAll("\\s+", " "));
    }

    @Test
    void anUpdateIsComparedWithWhatWasAgreedToAndNotWithWhatLiesThere() throws IOException {
        edit();

        CommandRun.Result asked = user.onATerminal().stdin("n\n").with("action", "add", own.toString());

        assertThat(asked.err())
                .contains(
                        "NEW         step say is given who = \"you\"\n",
                        "no longer   step say is given who = \"me\"\n");
    }

    @Test
    void anUpdateShowsWhatChangesInStepsInputsAndFixedArguments() throws IOException {
        write(
                folder.resolve("say.md"),
                "1.1.0",
                "optional = true\n[execute.inputs]\ntext = \"${args.text}\"\nwho = { name = \"${args.name}\", list = [1] }",
                "[[inputs]]\nname = \"name\"\ntype = \"string\"\ndescription = \"Who.\"\nrequired = false\ndefault = \"x\"\n");

        CommandRun.Result asked = user.onATerminal().stdin("n\n").with("action", "add", "say.md");

        assertThat(asked.err())
                .contains(
                        "NEW         input name: string, may be absent, default \"x\"; Who.\n",
                        "NEW         step say first: echo of github://acme/echo, optional\n",
                        "NEW         step say is given who = {name = ${args.name}, list = [1]}\n",
                        "no longer   step say first: echo of github://acme/echo\n",
                        "no longer   step say is given who = \"me\"\n")
                .doesNotContain("is given text");
    }

    @Test
    void aFileElsewhereAndOneThatWasRemovedAndPutBackByHandAreWhoeversWhoPutThemThere() throws IOException {
        Files.writeString(folder.resolve("say.md"), Files.readString(own).replace("\"me\"", "\"you\""));
        assertThat(user.with("action", "run", "say.md", "--arg", "text=hi").exitCode())
                .isZero();

        assertThat(user.with("action", "remove", "say").exitCode()).isZero();
        Files.copy(folder.resolve("say.md"), own);
        assertThat(run().exitCode()).isZero();
    }

    private CommandRun.Result answered(String answer) {
        return user.onATerminal().stdin(answer).with("action", "run", "say", "--arg", "text=hi");
    }

    private CommandRun.Result run(String... more) {
        return more.length == 0
                ? user.with("action", "run", "say", "--arg", "text=hi")
                : user.with("action", "run", "say", "--arg", "text=hi", more[0]);
    }

    private void edit() throws IOException {
        Files.writeString(own, Files.readString(own).replace("who = \"me\"", "who = \"you\""));
    }

    private List<JsonNode> intents() {
        return user.with("audit", "export")
                .out()
                .lines()
                .peek(line -> assertThat(Schemas.problems("audit-record.schema.json", line))
                        .isEmpty())
                .map(ActionEditedTest::json)
                .filter(body -> body.path("kind").asText().equals("call_intent"))
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return StrictJson.read(line);
        } catch (dev.airlock.formats.json.MalformedJsonException e) {
            throw new AssertionError(e);
        }
    }

    private static String hash(Path file) throws IOException {
        return "sha256:" + Sha256.hex(Files.readAllBytes(file));
    }

    private void write(Path file, String version, String step, String... inputs) throws IOException {
        Files.writeString(
                file,
                "+++\nname = \"say\"\nversion = \"" + version + "\"\n[[requires.connectors]]\nname = \""
                        + EchoPublisher.NAME
                        + "\"\nversion = \"1.0.0\"\nhash = \"" + connector
                        + "\"\ncapabilities = [\"echo\"]\n[[inputs]]\nname = \"text\"\ntype = \"string\"\ndescription = \"What.\"\n"
                        + String.join("", inputs) + "[[execute]]\nid = \"say\"\nconnector = \"" + EchoPublisher.NAME
                        + "\"\nop = \"echo\"\n" + step + "\n+++\nSays something.\n");
    }
}
