package dev.airlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ConformTest {
    private static final CommandRun COMMAND =
            CommandRun.standard().in(CommandRun.ROOT.resolve("testdata/connectors"));

    @Test
    void showsWhatWasFoundWithItsReasonAndHowToSeeIt() {
        Golden.assertMatches("conform-answers-everything", COMMAND.with("conform", "answers-everything"));
    }

    @Test
    void endsWithOneWhenACheckFoundAnErrorAndPrintsOneDocument() {
        CommandRun.Result result = COMMAND.with("conform", "answers-everything", "--json");
        JsonNode document = result.json();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEmpty();
        assertThat(document.path("conforms").asBoolean(true)).isFalse();
        assertThat(document.path("checks_version").asInt()).isEqualTo(1);
        assertThat(document.path("results"))
                .filteredOn(node -> node.path("result").asText().equals("error"))
                .singleElement()
                .satisfies(node -> {
                    assertThat(node.path("id").asText()).isEqualTo("contract.unknown-operation");
                    assertThat(node.path("severity").asText()).isEqualTo("error");
                    assertThat(node.path("findings")).hasSize(1);
                    assertThat(node.path("reproduce").asText()).startsWith("airlock run DIR");
                });
    }

    @Test
    void warnsOfAFrozenSeedAndEndsWithZero() {
        CommandRun.Result result = COMMAND.with("conform", "frozen-id");

        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out())
                .contains("warning        reactor.frozen-seed", "call.idempotency_key", " 0 errors, 1 warning,");
    }

    @Test
    void usesTheScriptThatLiesBesideTheManifest(@TempDir Path folder) throws IOException {
        for (String file : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.copy(COMMAND.directory().resolve("cuts-text").resolve(file), folder.resolve(file));
        }
        Files.writeString(folder.resolve("upstream.toml"), "[[exchange]]\nfault = \"no such fault\"\n");

        CommandRun.Result result = COMMAND.with("conform", folder.toString());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("The upstream script cannot be used", "upstream.toml");
    }

    @Test
    void writesJUnitXmlThatCountsErrorsAsFailures(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("report.xml");
        COMMAND.with("conform", "answers-everything", "--junit", file.toString());
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();

        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("tests"))
                .isEqualTo(String.valueOf(suite.getElementsByTagName("testcase").getLength()));
        assertThat(suite.getElementsByTagName("failure").item(0).getParentNode().getAttributes().getNamedItem("name").getNodeValue())
                .isEqualTo("contract.unknown-operation");
    }

    @Test
    void endsWithTwoWhenTheReportCannotBeWritten(@TempDir Path folder) {
        CommandRun.Result result =
                COMMAND.with("conform", "answers-everything", "--junit", folder.resolve("no/such.xml").toString());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("The report cannot be written to");
    }
}
