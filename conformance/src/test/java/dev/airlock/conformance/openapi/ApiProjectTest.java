package dev.airlock.conformance.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.conformance.conversion.RecordedRun;
import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ApiProjectTest {
    private static final String TRAINS = trains();

    @Test
    void offersWhatAConnectorCanAndSaysWhyNotTheRest() throws ApiProblem {
        ApiProject project = project(TRAINS, Language.GO);

        assertThat(project.operations())
                .extracting(ApiOperation::name)
                .containsExactly(
                        "get_stations",
                        "get_station",
                        "put_station",
                        "delete_station",
                        "post_bookings_ref_note_txt",
                        "get_loop");
        assertThat(project.leftOut())
                .isEqualTo(Map.of(
                        "add_photo", "its body is not JSON",
                        "get_secret", "no credential of a manifest is what it needs: key and other"));
    }

    @Test
    void asksForNoMoreThanTheDocumentSays() throws ApiProblem {
        String written = file(project(TRAINS, Language.RUST), "manifest.toml");
        ConnectorManifest manifest =
                ManifestReader.read("manifest.toml", written).orThrow();

        assertThat(manifest.capabilities().grants()).hasToString("[eu.trains.example.com:443]");
        assertThat(manifest.capabilities().credential().orElseThrow().toString())
                .contains("X-Train-Key");
        assertThat(manifest.idempotency()).isEmpty();
        assertThat(manifest.operations())
                .allMatch(operation -> operation.idempotent().isEmpty() && !operation.readOnly());
        assertThat(written.lines().filter(line -> line.startsWith("# idempotent = true")))
                .hasSize(2);
        assertThat(written)
                .contains("# The call's key goes along in Idempotency-Key")
                .doesNotContain("If-None-Match");
        assertThat(written.lines().filter(line -> line.startsWith("# read_only = true")))
                .hasSize(3);
    }

    @Test
    void makesSchemasOfParametersAndBodies() throws ApiProblem {
        ConnectorManifest manifest = ManifestReader.read(
                        "manifest.toml", file(project(TRAINS, Language.C), "manifest.toml"))
                .orThrow();

        assertThat(manifest.operation("get_stations")
                        .orElseThrow()
                        .args()
                        .orElseThrow()
                        .toString())
                .contains(
                        "\"required\":[\"limit\",\"within\"]",
                        "\"enum\":[\"no\",\"se\"]",
                        "\"line[]\"",
                        "\"minimum\":1")
                .doesNotContain("session", "accept", "filter");
        assertThat(manifest.operation("put_station")
                        .orElseThrow()
                        .args()
                        .orElseThrow()
                        .at("/properties/body")
                        .toString())
                .contains("\"why\"", "\"name\"")
                .doesNotContain("\"id\"");
        assertThat(manifest.operation("get_loop")
                        .orElseThrow()
                        .result()
                        .orElseThrow()
                        .at("/properties")
                        .toString())
                .contains("\"left\"", "\"away\":{}");
    }

    @ParameterizedTest
    @EnumSource
    void isAProjectWhoseFilesAreAllRead(Language language, @TempDir Path folder) throws ApiProblem, IOException {
        ApiProject project = project(TRAINS, language);

        assertThat(project.files())
                .containsKeys(language.source(), "README.md", "dev.toml", "upstream.toml", ".gitignore");
        assertThat(file(project, "README.md"))
                .contains("airlock run . get_stations --args '")
                .doesNotContain("{{");
        for (Map.Entry<String, String> file : project.files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, file.getValue());
        }
        for (ApiOperation operation : project.operations()) {
            Path scenario = folder.resolve("tests").resolve(operation.name() + ".toml");
            assertThat(ScenarioReader.read(scenario, "scenario")).isInstanceOf(ScenarioReading.Valid.class);
        }
    }

    /** What the document calls itself and its operations stays within comments and quotes. */
    @ParameterizedTest
    @EnumSource
    void keepsTheTextsOfADocumentInTheirPlaces(Language language) throws ApiProblem {
        String evil = TRAINS.replace("The \"train\" service", "X\\\"; evil() {{name}} ${a} `b` %s \\u000a evil2()")
                .replace("Adds a note. */ \"Quoted\" \\ text", "'ends */ evil3() \u2028 evil4()'");
        String source = file(project(evil, language), language.source());

        assertThat(source).doesNotContain("\u2028", "\\u000a", "${a}", "`");
        assertThat(source).contains(language == Language.GO || language == Language.RUST ? "ends */" : "ends * /");
        assertThat(source.lines().filter(line -> line.contains("evil()"))).allMatch(line -> line.contains("X; evil()"));
        assertThat(source.lines().filter(line -> line.contains("evil3()")))
                .singleElement()
                .asString()
                .contains("evil4()");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                  | it has no openapi
            {"swagger":"2.0"}                   | it is a document of Swagger 2.0; convert it
            {"openapi":"4.0.0"}                 | it is of OpenAPI 4.0.0; 3.0 and 3.1 are read
            {"openapi":                         | it is not JSON that can be read
            a: [b                               | it is not YAML that can be read
            just text                           | it has no openapi
            {"openapi":"3.0.1"}                 | it has no operations
            {"openapi":"3.0.1","paths":{"/a":{"get":{}}}} | the document names no server by an absolute URL; add --server URL
            """)
    void saysWhatIsWrongWithADocument(String text, String problem) {
        assertThatThrownBy(() -> project(text, Language.GO))
                .isInstanceOf(ApiProblem.class)
                .hasMessageContaining(problem);
    }

    @Test
    void readsNoMoreThanALittleOfADocumentThatIsABomb() {
        StringBuilder bomb = new StringBuilder("openapi: 3.0.0\na0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append(("*a" + (i - 1) + ", ").repeat(10)).append("x]\n");
        }
        assertThatThrownBy(() -> project(bomb.toString(), Language.GO))
                .isInstanceOf(ApiProblem.class)
                .hasMessageContaining("aliases");
        assertThatThrownBy(() -> project("{\"openapi\":\"3.0.0\",\"a\":" + "[".repeat(5000), Language.GO))
                .isInstanceOf(ApiProblem.class)
                .hasMessageContaining("not JSON");
        assertThatThrownBy(() -> project("openapi: 3.0.0\na: " + "[".repeat(5000), Language.GO))
                .isInstanceOf(ApiProblem.class);
        assertThatThrownBy(() -> project("openapi: 3.0.0\na: &a [*a]\n", Language.GO))
                .isInstanceOf(ApiProblem.class);
    }

    @Test
    void asksForAChoiceOfManyOperations() {
        StringBuilder many =
                new StringBuilder("{\"openapi\":\"3.0.1\",\"servers\":[{\"url\":\"https://a.example\"}],\"paths\":{");
        for (int i = 0; i < 60; i++) {
            many.append(i == 0 ? "" : ",")
                    .append("\"/p")
                    .append(i)
                    .append("\":{\"get\":{\"operationId\":\"op-")
                    .append(i)
                    .append("\"}}");
        }
        String text = many.append("}}").toString();

        assertThatThrownBy(() -> project(text, Language.GO))
                .hasMessageContaining("it has 60 operations; choose some with --operations, for instance op_0,op_1");
        assertThatThrownBy(() -> project(text, Language.GO, "op-7", "opp_8"))
                .hasMessageContaining("no operation \"opp_8\"; did you mean op_8?");
    }

    @ParameterizedTest
    @CsvSource({"ftp://a.example", "https://user@a.example", "https://a.example/?x=1", "nothing", "https:///x"})
    void refusesAServerThatIsNone(String server) {
        ApiProject.Wish wish = new ApiProject.Wish("x", Language.GO, List.of(), Optional.of(server));

        assertThatThrownBy(() -> ApiProject.of(document(TRAINS), wish))
                .hasMessageContaining("is no URL of http or https");
    }

    private static ApiProject project(String text, Language language, String... operations) throws ApiProblem {
        return ApiProject.of(
                document(text), new ApiProject.Wish("trains", language, List.of(operations), Optional.empty()));
    }

    private static String trains() {
        try {
            return Files.readString(RecordedRun.ROOT.resolve("testdata/openapi/trains.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ApiDocument document(String text) throws ApiProblem {
        return ApiDocument.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String file(ApiProject project, String name) {
        return project.files().getOrDefault(name, "");
    }
}
