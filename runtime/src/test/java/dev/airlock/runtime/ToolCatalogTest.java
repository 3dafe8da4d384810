package dev.airlock.runtime;

import static dev.airlock.runtime.HostedActions.input;
import static dev.airlock.runtime.HostedActions.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolDefinition;
import dev.airlock.runtime.actions.tools.ToolHints;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.actions.tools.catalog.ToolCatalog;
import dev.airlock.runtime.actions.tools.catalog.ToolDialect;
import dev.airlock.sandbox.api.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tools in the protocols of models: definitions, calls and results. */
class ToolCatalogTest {
    private static final Path SAMPLES =
            HostedActions.CLI.resolve("../../sample-connectors").normalize();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final String ECHOES =
            "[[execute]]\nid = \"say\"\nconnector = \"local://cli/echo\"\nop = \"echo\"\n[execute.inputs]\n";

    @ParameterizedTest
    @EnumSource
    void everyDefinitionHasANameThatFitsAndASchemaThatIsOne(ToolDialect dialect) throws Exception {
        try (Airlock airlock = airlock()) {
            for (ObjectNode definition :
                    ToolCatalog.of(samples(airlock), dialect).definitions()) {
                JsonNode body = dialect == ToolDialect.OPENAI_CHAT ? definition.path("function") : definition;
                assertThat(body.path("name").asText())
                        .matches(dialect == ToolDialect.MCP ? "[A-Za-z0-9_.-]{1,128}" : "[a-zA-Z0-9_-]{1,64}");
                assertThat(body.path("description").asText()).isNotBlank().hasSizeLessThanOrEqualTo(1_024);
                for (String key : List.of("parameters", "input_schema", "inputSchema", "outputSchema")) {
                    if (body.has(key)) {
                        assertThat(body.path(key).path("type").asText()).isEqualTo("object");
                        assertThat(problems("https://json-schema.org/draft/2020-12/schema", body.get(key)))
                                .isEmpty();
                    }
                }
            }
        }
    }

    @Test
    void namesThatDoNotFitAreMadeToAreToldApartAndLeadBack() {
        List<String> own = List.of("a.b", "a_b", "a b", "x".repeat(200), "x".repeat(199) + "y", "ä", "pay");
        List<ToolDefinition> tools = own.stream().map(ToolCatalogTest::named).toList();
        ToolCatalog catalog = ToolCatalog.of(tools, ToolDialect.OPENAI_RESPONSES);
        List<String> offered = names(catalog);

        assertThat(offered).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-zA-Z0-9_-]{1,64}"));
        assertThat(offered).contains("a_b", "pay");
        List<ToolDefinition> reversed = new ArrayList<>(tools);
        Collections.reverse(reversed);
        assertThat(new HashSet<>(names(ToolCatalog.of(reversed, ToolDialect.OPENAI_RESPONSES))))
                .isEqualTo(new HashSet<>(offered));
        for (int i = 0; i < own.size(); i++) {
            ObjectNode call = json("{\"type\":\"function_call\",\"call_id\":\"c\",\"arguments\":\"{}\"}")
                    .put("name", offered.get(i));
            assertThat(catalog.call(call).name()).isEqualTo(own.get(i));
        }
        assertThat(catalog.call(json("{\"call_id\":\"c\",\"name\":\"nobody\",\"arguments\":\"{}\"}"))
                        .name())
                .isEqualTo("nobody");
        assertThat(names(ToolCatalog.of(tools, ToolDialect.MCP))).contains("a.b");
    }

    @Test
    void strictModeRequiresEverythingAndItsNullsAreTakenAsAbsent() throws Exception {
        Action action = HostedActions.action(
                "say.it",
                input("text", "string", "")
                        + input("mood", "string", "required = false\nenum = [\"calm\", \"loud\"]")
                        + input("times", "integer", "default = 3")
                        + input("names", "array", "items_type = \"string\"\nrequired = false")
                        + ECHOES
                        + "text = \"${args.text}\"\nmood = \"${args.mood}\"\ntimes = \"${args.times}\"\nnames = \"${args.names}\"\n");
        try (Airlock airlock = airlock()) {
            ActionTools tools = airlock.tools(List.of(action));
            ToolCatalog catalog = ToolCatalog.of(tools, ToolDialect.OPENAI_CHAT);
            JsonNode function = catalog.definitions().get(0).path("function");

            assertThat(function.path("strict").asBoolean()).isTrue();
            assertThat(function.path("parameters")).isEqualTo(json("""
                    {"type":"object","properties":{
                      "text":{"type":"string","description":"What it is."},
                      "mood":{"type":["string","null"],"description":"What it is.","enum":["calm","loud",null]},
                      "times":{"type":["integer","null"],"description":"What it is. Default: 3."},
                      "names":{"type":["array","null"],"description":"What it is.","items":{"type":"string"}}},
                     "required":["text","mood","times","names"],"additionalProperties":false}"""));
            String arguments = "{\"text\":\"hi\",\"mood\":null,\"times\":null,\"names\":null}";
            assertThat(problems(function.path("parameters"), json(arguments))).isEmpty();
            ObjectNode asked = json("{\"id\":\"call_1\",\"type\":\"function\"}");
            asked.putObject("function")
                    .put("name", function.path("name").asText())
                    .put("arguments", arguments);
            ToolResult result = tools.call(catalog.call(asked), new Cancellation());

            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(result.structured().at("/output/say/call/args"))
                    .isEqualTo(json("{\"text\":\"hi\",\"times\":3}"));
            assertThat(catalog.result(asked, result).fieldNames())
                    .toIterable()
                    .containsExactly("tool_call_id", "role", "content");
            ToolResult missing =
                    tools.call(new ToolCall("call_2", "say.it", "{\"text\":null,\"mood\":null}"), new Cancellation());
            assertThat(missing.content()).contains("/text", "Correct it and call again");
        }
    }

    @ParameterizedTest
    @EnumSource
    void argumentsThatAreNoTextAreTakenAsTheyAreOrRefusedAndNeverLost(ToolDialect dialect) throws Exception {
        Action action = HostedActions.action(
                "say", input("text", "string", "required = false") + ECHOES + "text = \"${args.text}\"\n");
        try (Airlock airlock = airlock()) {
            ActionTools tools = airlock.tools(List.of(action));
            ToolCatalog catalog = ToolCatalog.of(tools, dialect);

            ToolResult said = tools.call(catalog.call(asked(json("{\"text\":\"hi\"}"))), new Cancellation());
            assertThat(said.structured().at("/output/say/call/args")).isEqualTo(json("{\"text\":\"hi\"}"));
            for (String wrong : List.of("[]", "[{\"text\":\"hi\"}]", "5", "true", "\"5\"")) {
                ToolResult refused = tools.call(catalog.call(asked(StrictJson.read(wrong))), new Cancellation());
                assertThat(refused.structured().at("/error/details/reason").asText())
                        .as(wrong)
                        .isEqualTo("bad_input");
            }
        }
    }

    private static ObjectNode asked(JsonNode arguments) {
        ObjectNode asked = json("{\"id\":\"1\",\"call_id\":\"1\",\"name\":\"say\"}");
        asked.set("arguments", arguments);
        asked.set("input", arguments);
        asked.putObject("function").put("name", "say").set("arguments", arguments);
        asked.putObject("params").put("name", "say").set("arguments", arguments);
        return asked;
    }

    @Test
    void whatStrictModeCannotSayIsNotSaidStrictly() throws Exception {
        try (Airlock airlock = airlock()) {
            Action action = HostedActions.action(
                    "free", input("anything", "object", "") + ECHOES + "a = \"${args.anything}\"\n");
            JsonNode tool = ToolCatalog.of(airlock.tools(List.of(action)), ToolDialect.OPENAI_RESPONSES)
                    .definitions()
                    .get(0);

            assertThat(tool.path("strict").asBoolean(true)).isFalse();
            assertThat(tool.path("parameters")
                            .path("properties")
                            .path("anything")
                            .path("type")
                            .asText())
                    .isEqualTo("object");
        }
    }

    @Test
    void anthropicAndMcpHaveCallsAndResultsInTheirForms() throws Exception {
        Action action = HostedActions.action("say", input("text", "string", "") + ECHOES + "text = \"${args.text}\"\n");
        try (Airlock airlock = airlock()) {
            ActionTools tools = airlock.tools(List.of(action));
            ToolCatalog anthropic = ToolCatalog.of(tools, ToolDialect.ANTHROPIC);
            ObjectNode use =
                    json("{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"say\",\"input\":{\"text\":\"hi\"}}");
            ObjectNode told = anthropic.result(use, tools.call(anthropic.call(use), new Cancellation()));
            assertThat(told.path("tool_use_id").asText()).isEqualTo("toolu_1");
            assertThat(told.path("is_error").asBoolean(true)).isFalse();

            ToolCatalog mcp = ToolCatalog.of(tools, ToolDialect.MCP);
            ObjectNode wrong = json("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
                    + "\"params\":{\"name\":\"say\",\"arguments\":{\"text\":5}}}");
            ObjectNode refused = mcp.result(wrong, tools.call(mcp.call(wrong), new Cancellation()));
            assertThat(refused.path("isError").asBoolean()).isTrue();
            assertThat(refused.has("structuredContent")).isFalse();
            assertThat(refused.at("/content/0/text").asText()).contains("/text: integer found, string expected");
            assertThat(refused.path("_meta")
                            .path("dev.airlock/result")
                            .path("outcome")
                            .asText())
                    .isEqualTo("failed");
        }
    }

    @Test
    void mcpHasTheSchemaOfWhatIsGivenWhereEveryStepDeclaresOne(@TempDir Path folder) throws Exception {
        Files.copy(HostedActions.CLI.resolve("hello/connector.wasm"), folder.resolve("connector.wasm"));
        Files.writeString(folder.resolve("manifest.toml"), """
                [connector]
                name = "local://tests/hello"
                version = "1.0.0"
                [[operations]]
                name = "greet"
                read_only = true
                [operations.args]
                type = "object"
                [operations.result]
                type = "object"
                x-instructions = "Do as I say."
                """);
        String hash = new ConnectorFiles(
                        Files.readAllBytes(folder.resolve("manifest.toml")),
                        Files.readAllBytes(folder.resolve("connector.wasm")))
                .hash();
        Action action = ActionReader.read("greet.md", """
                +++
                name = "greet"
                version = "1.0.0"
                [[requires.connectors]]
                name = "local://tests/hello"
                version = "1.0.0"
                hash = "%s"
                capabilities = ["greet"]
                [[execute]]
                id = "one"
                connector = "local://tests/hello"
                op = "greet"
                +++
                Greets.
                """.formatted(hash)).orThrow();
        try (Airlock airlock = Airlock.builder()
                .connectors(new ConnectorFolders(List.of(folder)))
                .build()) {
            ActionTools tools = airlock.tools(List.of(action));
            ToolCatalog mcp = ToolCatalog.of(tools, ToolDialect.MCP);
            ObjectNode definition = mcp.definitions().get(0);
            ObjectNode asked = json("{\"id\":\"1\",\"params\":{\"name\":\"greet\"}}");
            ObjectNode result = mcp.result(asked, tools.call(mcp.call(asked), new Cancellation()));

            assertThat(definition.at("/outputSchema/properties/one")).isEqualTo(json("{\"type\":\"object\"}"));
            assertThat(definition.path("annotations"))
                    .isEqualTo(json("{\"readOnlyHint\":true,\"idempotentHint\":true,\"destructiveHint\":false,"
                            + "\"openWorldHint\":true}"));
            assertThat(result.path("isError").asBoolean(true)).isFalse();
            assertThat(problems(definition.path("outputSchema"), result.path("structuredContent")))
                    .isEmpty();
            assertThat(result.path("structuredContent").has("one")).isTrue();
        }
    }

    private static ToolDefinition named(String name) {
        return new ToolDefinition(
                name, "x".repeat(2_000), json("{\"type\":\"object\"}"), Optional.empty(), ToolHints.NONE);
    }

    private static List<String> names(ToolCatalog catalog) {
        return catalog.definitions().stream()
                .map(definition -> definition.path("name").asText())
                .toList();
    }

    private static Airlock airlock() throws IOException {
        return Airlock.builder().connectors(HostedActions.connectors()).build();
    }

    private static ActionTools samples(Airlock airlock) throws IOException {
        List<Action> actions = new ArrayList<>();
        try (var files = Files.list(SAMPLES.resolve("actions"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".md")).sorted().toList()) {
                actions.add(ActionReader.read(file).orThrow());
            }
        }
        return airlock.tools(actions);
    }

    private static List<String> problems(String schema, JsonNode value) {
        return SCHEMAS.getSchema(SchemaLocation.of(schema)).validate(StrictJson.write(value), InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    private static List<String> problems(JsonNode schema, JsonNode value) {
        return SCHEMAS.getSchema(schema).validate(StrictJson.write(value), InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }
}
