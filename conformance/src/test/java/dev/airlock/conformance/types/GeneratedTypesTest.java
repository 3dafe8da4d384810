package dev.airlock.conformance.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.conversion.RecordedRun;
import dev.airlock.conformance.projects.Language;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedTypesTest {
    private static final Path FIXTURES = RecordedRun.ROOT.resolve("testdata/types");

    /** The committed files were compiled by the toolchain of their language; a test of the command runs what came of it. */
    @ParameterizedTest
    @EnumSource
    void areThoseThatTheToolchainOfTheLanguageAccepted(Language language) throws IOException {
        GeneratedTypes types = GeneratedTypes.of(
                        ManifestReader.read(FIXTURES.resolve("manifest.toml")).orThrow(), language)
                .orElseThrow();

        Path name = Path.of(types.file()).getFileName();
        Path committed = FIXTURES.resolve(language.word()).resolve(String.valueOf(name));
        assertThat(types.text())
                .as("testdata/types/build.sh generates and compiles it again")
                .isEqualTo(Files.readString(committed));
        assertThat(GeneratedTypes.isGenerated(types.text())).isTrue();
    }

    @Test
    void areNoneWithoutASchemaThatNamesAMember() {
        for (String schema : new String[] {
            "",
            "[operations.args]\ntype = \"object\"",
            "[operations.args]\nadditionalProperties = { type = \"string\" }"
        }) {
            assertThat(GeneratedTypes.of(manifest(schema), Language.GO))
                    .as(schema)
                    .isEmpty();
        }
    }

    @Test
    void areOfAResultAloneToo() {
        String go = types("[operations.result.properties]\nid = { type = \"string\" }", Language.GO);

        assertThat(go).contains("type DoItResult struct {\n\tID *string `json:\"id,omitempty\"`\n}");
        assertThat(go).doesNotContain("import", "readArgs");
    }

    /** Whatever a name or a description holds, it stays within its quotes or its comment. */
    @ParameterizedTest
    @EnumSource
    void keepForeignTextInItsPlace(Language language) {
        String text = types("""
                [operations.args.properties]
                good = { type = "string", description = "ends */ begins /* \\n second line\\u2028third `back` \\\\" }
                inner = { type = "object", properties = { "a\\"; evil()" = { type = "string" } } }
                """, language);

        assertThat(text).doesNotContain("evil", "ends */", "\u2028").contains("ends * /");
        assertThat(text.lines().filter(line -> line.contains("second line")))
                .singleElement()
                .asString()
                .contains("ends * / begins / * second line");
    }

    @Test
    void giveMembersWhoseNamesMeetInALanguageNamesOfTheirOwn() {
        String rust = types("""
                [operations.args.properties]
                "issue-id" = { type = "integer" }
                issueId = { type = "integer" }
                ISSUE_ID = { type = "integer" }
                "1st" = { type = "boolean" }
                type = { type = "string" }
                "+1" = { type = "integer" }
                """, Language.RUST);

        assertThat(rust)
                .contains(
                        "pub issue_id: ",
                        "pub issue_id_2: ",
                        "pub issue_id_3: ",
                        "pub value_1_st: ",
                        "pub type_: ",
                        "pub value_1: ");
    }

    @Test
    void areAnyValueWhereASchemaGoesInCirclesOrLeadsNowhere() {
        String go = types("""
                [operations.args.properties]
                circle = { "$ref" = "#/$defs/A" }
                nowhere = { "$ref" = "#/$defs/None" }
                whole = { "$ref" = "#" }
                closed = { allOf = [{ "$ref" = "#/$defs/Closed" }] }
                [operations.args."$defs"]
                A = { "$ref" = "#/$defs/B" }
                B = { "$ref" = "#/$defs/A" }
                Closed = { anyOf = [{ "$ref" = "#/$defs/Closed" }, { type = "null" }] }
                """, Language.GO);

        assertThat(go.lines().filter(line -> line.contains("json:")))
                .hasSize(8)
                .filteredOn(line -> line.contains("Circle") || line.contains("Nowhere") || line.contains("Closed"))
                .hasSize(6)
                .allMatch(line -> line.contains("json.RawMessage"));
    }

    /** Each definition uses the next one twice: without sharing, the last would be written 2^60 times. */
    @ParameterizedTest
    @EnumSource
    void writeASharedDefinitionOnce(Language language) {
        String schema = IntStream.range(0, 60)
                .mapToObj(i ->
                        "D%d = { type = \"object\", properties = { a = { \"$ref\" = \"#/$defs/D%d\" }, b = { \"$ref\" = \"#/$defs/D%d\" } } }"
                                .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(
                        "\n",
                        "[operations.args.properties]\nfirst = { \"$ref\" = \"#/$defs/D0\" }\n[operations.args.\"$defs\"]\n",
                        "\n"));

        assertThat(types(schema, language)).hasSizeLessThan(100_000);
    }

    private static String types(String schema, Language language) {
        return GeneratedTypes.of(manifest(schema), language).orElseThrow().text();
    }

    private static ConnectorManifest manifest(String schema) {
        return ManifestReader.read(
                        "manifest.toml",
                        "[connector]\nname = \"local://me/x\"\nversion = \"1.0.0\"\n[[operations]]\nname = \"do:it\"\n"
                                + schema)
                .orThrow();
    }
}
