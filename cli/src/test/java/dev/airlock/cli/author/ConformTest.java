package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ConformTest {
    private static final CommandRun COMMAND = CommandRun.standard().in(CommandRun.ROOT.resolve("testdata/connectors"));

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
        assertThat(document.path("checks_version").asInt()).isEqualTo(2);
        assertThat(document.path("results"))
                .filteredOn(node -> node.path("result").asText().equals("error"))
                .singleElement()
                .satisfies(node -> {
                    assertThat(node.path("id").asText()).isEqualTo("contract.unknown-operation");
                    assertThat(node.path("severity").asText()).isEqualTo("error");
                    assertThat(node.path("findings")).hasSize(1);
                    assertThat(node.path("reproduce").asText()).startsWith("airlock test DIR");
                });
    }

    @Test
    void isNotGreenIfAnOperationNeverSucceeds(@TempDir Path folder) throws IOException {
        for (String file : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.copy(
                    CommandRun.ROOT
                            .resolve("sample-connectors/lookup-assemblyscript")
                            .resolve(file),
                    folder.resolve(file));
        }
        Path report = folder.resolve("report.xml");

        CommandRun.Result result =
                COMMAND.with("conform", folder.toString(), "--only", "faults", "--junit", report.toString());

        assertThat(result.exitCode()).as(result.all()).isEqualTo(1);
        assertThat(result.out())
                .startsWith("not exercised  ")
                .contains("    next: Write a scenario in which it succeeds, tests/")
                .endsWith("It is not shown to conform: 3 of 3 checks could not be exercised.\n");
        assertThat(report).content().contains("<failure message=\"3 of 3 checks could not be exercised.\"");
        assertThat(COMMAND.with("conform", folder.toString(), "--only", "faults", "--allow-unexercised")
                        .exitCode())
                .isZero();
    }

    @Test
    void runsTheChecksThatAreNamed() {
        CommandRun.Result result =
                COMMAND.with("conform", "answers-everything", "--only", "module.valid", "--only", "contract");

        assertThat(result.out()).startsWith("passed         module.valid\n").contains("contract.unicode");
        assertThat(result.out()).doesNotContain("faults.", "module.same");
        assertThat(COMMAND.with("conform", "answers-everything", "--only", "fault")
                        .err())
                .contains("there is no check \"fault\"; did you mean faults?");
    }

    @Test
    void saysBeforeItChecksAnythingThatAReportCannotBeWritten(@TempDir Path folder) {
        for (String flag : new String[] {"--html", "--junit"}) {
            CommandRun.Result result = COMMAND.with("conform", "not-a-module", flag, folder.toString());

            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err()).contains("The report cannot be written to");
        }
    }

    @Test
    void makesTheFoldersOfAReport(@TempDir Path folder) {
        Path report = folder.resolve("a/b/report.html");

        COMMAND.with("conform", "not-a-module", "--html", report.toString());

        assertThat(report).content().startsWith("<!DOCTYPE html>");
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
        assertThat(suite.getElementsByTagName("failure")
                        .item(0)
                        .getParentNode()
                        .getAttributes()
                        .getNamedItem("name")
                        .getNodeValue())
                .isEqualTo("contract.unknown-operation");
    }

    @Test
    void writesOneHtmlPage(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.html");

        COMMAND.with("conform", "answers-everything", "--html", file.toString());

        assertThat(Files.readString(file)).contains("<h1>Conformance of local://bad/answers-everything@1.0.0</h1>");
    }

    @Test
    void listsTheChecksWithoutAConnector() {
        CommandRun.Result lines = COMMAND.with("conform", "--list");
        JsonNode document = COMMAND.with("conform", "--list", "--json").json();

        assertThat(lines.exitCode()).isZero();
        assertThat(lines.out())
                .contains(
                        "retry.one-effect                error, since list 2", "    why: ", "    see: airlock run DIR");
        assertThat(document.path("checks_version").asInt()).isEqualTo(2);
        assertThat(document.path("checks"))
                .isNotEmpty()
                .allMatch(check -> check.hasNonNull("id")
                        && check.hasNonNull("severity")
                        && check.hasNonNull("since")
                        && check.hasNonNull("rationale")
                        && check.hasNonNull("reproduce"));
    }

    @Test
    void wantsAConnectorOrTheList() {
        CommandRun.Result result = COMMAND.with("conform");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("Name a connector, or --list.");
    }

    @Test
    void letsAKnownFailurePassWithItsReason(@TempDir Path folder) throws IOException {
        Path known = known(folder, "contract.unknown-operation");

        CommandRun.Result result = COMMAND.with("conform", "answers-everything", "--known", known.toString());

        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out())
                .contains(
                        "known          contract.unknown-operation  It is a test.", " 0 errors, 0 warnings, 1 known,");
    }

    @Test
    void endsWithOneWhenAKnownFailureIsNoneAnyMore(@TempDir Path folder) throws IOException {
        Path known = known(folder, "limits.half-memory");

        CommandRun.Result result = COMMAND.with("conform", "looks-for-files", "--known", known.toString());

        assertThat(result.exitCode()).as(result.all()).isEqualTo(1);
        assertThat(result.out()).contains("unexpected pass limits.half-memory  It is listed as a known failure");
    }

    @Test
    void saysWhatIsWrongWithAFileOfKnownFailures(@TempDir Path folder) throws IOException {
        Path known = known(folder, "limits.half-memry");

        CommandRun.Result result = COMMAND.with("conform", "answers-everything", "--known", known.toString());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("cannot be used", "did you mean \"limits.half-memory\"?");
    }

    private static Path known(Path folder, String check) throws IOException {
        return Files.writeString(
                folder.resolve("known.toml"), "[[known]]\ncheck = \"" + check + "\"\nreason = \"It is a test.\"\n");
    }
}
