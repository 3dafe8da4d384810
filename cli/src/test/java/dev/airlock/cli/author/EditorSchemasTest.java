package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Schemas;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import dev.airlock.failures.FailureClass;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.upstreams.script.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the schemas with which editors check the files of an author, against files that the readers take. */
class EditorSchemasTest {
    private static final Pattern FIRST_LINE = Pattern.compile("#:schema (?:\\.\\.?/)+\\.airlock/([a-z.]+)\n");

    static Stream<Path> scenarios() throws IOException {
        return below(CommandRun.ROOT.resolve("sample-connectors"), Pattern.compile(".*/tests/[^/]+\\.toml"));
    }

    static Stream<Path> scripts() throws IOException {
        return Stream.concat(
                below(CommandRun.ROOT.resolve("sample-connectors"), Pattern.compile(".*/upstream\\.toml")),
                below(CommandRun.ROOT.resolve("testdata/upstreams/good"), Pattern.compile(".*\\.toml")));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void takesEveryScenarioOfTheSamples(Path file) throws IOException {
        assertThat(problems("scenario.schema.json", Files.readString(file))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void takesEveryGoodScript(Path file) throws IOException {
        assertThat(problems("upstream.schema.json", Files.readString(file))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void takesEachFileOfANewProjectByTheSchemaInItsFirstLine(Language language) {
        Map<String, String> files = NewProject.files("one-more", language);

        assertThat(files.entrySet().stream()
                        .filter(file -> file.getKey().endsWith(".toml"))
                        .filter(file -> !file.getKey().equals("Cargo.toml")
                                && !file.getKey().startsWith("guest/"))
                        .toList())
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> {
                    Matcher line = FIRST_LINE.matcher(file.getValue());
                    assertThat(line.lookingAt()).as(file.getKey()).isTrue();
                    assertThat(files).containsKey(".airlock/" + line.group(1));
                    assertThat(problems(line.group(1), file.getValue())).isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    scenario | opp = "greet"
                    scenario | description = "no operation"
                    scenario | op = "greet"; attempt = 0
                    scenario | op = "greet"; expect = { failure = { class = "network" } }
                    scenario | op = "greet"; exchange = [{ match = { path = "items" }, respond = {} }]
                    scenario | op = "greet"; then = [{ expect = {} }]
                    upstream | exchange = [{ match = {} }]
                    upstream | exchange = [{ fault = "rest" }]
                    upstream | exchange = [{ respond = { status = 99 } }]
                    upstream | exchange = [{ respond = {}, delay = "2 s" }]
                    upstream | exchange = [{ match = { params = {} }, respond = {} }]
                    dev      | build = []
                    dev      | build = [{ run = [] }]
                    dev      | build = [{ run = ["make"], shell = true }]
                    """)
    void refusesMistakes(String schema, String text) {
        assertThat(problems(schema + ".schema.json", text.replace("; ", "\n"))).isNotEmpty();
    }

    @Test
    void namesTheFaultsAndTheClassesOfTheReaders() throws Exception {
        for (String schema : List.of("upstream.schema.json", "scenario.schema.json")) {
            assertThat(schema(schema).at("/$defs/exchange/properties/fault/enum"))
                    .extracting(JsonNode::asText)
                    .containsExactlyElementsOf(
                            Arrays.stream(Fault.values()).map(Fault::code).toList());
        }
        assertThat(schema("scenario.schema.json").at("/$defs/expect/properties/failure/properties/class/enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(Arrays.stream(FailureClass.values())
                        .map(FailureClass::wireName)
                        .toList());
    }

    @Test
    void sharesTheLimitsOfManifestsAndTheExchangesOfScripts() throws Exception {
        JsonNode scenario = schema("scenario.schema.json");

        assertThat(scenario.at("/properties/limits"))
                .isEqualTo(schema("manifest.schema.json").at("/properties/limits"));
        assertThat(scenario.at("/$defs/exchange"))
                .isEqualTo(schema("upstream.schema.json").at("/$defs/exchange"));
    }

    private static JsonNode schema(String name) throws Exception {
        return StrictJson.read(
                Files.readString(CommandRun.ROOT.resolve("src/abi").resolve(name)));
    }

    private static List<String> problems(String schema, String toml) {
        TomlFile file = TomlFile.parse("file.toml", toml);
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        for (String key : file.root().keys()) {
            document.set(key, file.root().json(key).orElseThrow().value());
        }
        assertThat(file.problems().sorted()).isEmpty();
        return Schemas.problems(schema, document.toString());
    }

    private static Stream<Path> below(Path folder, Pattern files) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> files.matcher(file.toString()).matches()).sorted().toList().stream();
        }
    }
}
