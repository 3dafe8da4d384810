package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests foreign programs that are not connectors. The command describes them as a person would. */
class ForeignModulesTest {
    private static final Path FOLDER = CommandRun.ROOT.resolve("testdata/foreign");
    private static final CommandRun COMMAND = CommandRun.standard().in(FOLDER);

    @ParameterizedTest
    @CsvSource({
        "cat-rust, cat, bad_output, standard output is empty",
        "cat-c, cat, bad_output, standard output is empty",
        "cat-tinygo, cat, bad_output, standard output is empty",
        "add-tinygo, add, exit, exited with code 1"
    })
    void areShownAndRunAndDoNotConform(String connector, String op, String reason, String words) {
        CommandRun.Result inspected = COMMAND.with("inspect", connector);
        CommandRun.Result ran = COMMAND.with("run", connector, op, "--json");
        CommandRun.Result checked = COMMAND.with("conform", connector, "--json");

        assertThat(inspected.exitCode()).as(inspected.all()).isZero();
        assertThat(inspected.out()).contains("_start", "<- WASI");
        assertThat(ran.exitCode()).as(ran.all()).isEqualTo(1);
        JsonNode error = ran.json().path("error");
        assertThat(error.path("class").asText()).isEqualTo("connector_runtime_error");
        assertThat(error.path("details").path("reason").asText()).isEqualTo(reason);
        assertThat(error.path("message").asText()).contains(words);
        assertThat(checked.exitCode()).as(checked.all()).isEqualTo(1);
        assertVerdict(checked.json(), words);
    }

    /** Asserts that a module loads, runs the same each time, and answers no call as a connector must. */
    private static void assertVerdict(JsonNode report, String words) {
        assertThat(report.path("conforms").asBoolean(true)).isFalse();
        for (JsonNode result : report.path("results")) {
            String id = result.path("id").asText();
            String expected = switch (id) {
                case "contract.unknown-operation" -> "error";
                case "limits.half-memory", "capabilities.no-denial-storm", "cancellation.ends" -> "not_exercised";
                default -> id.startsWith("module.") ? "passed" : "not_applicable";
            };
            assertThat(result.path("result").asText()).as(id).isEqualTo(expected);
            assertThat(result.toString()).as(id).doesNotContain("Exception");
        }
        assertThat(report.path("results"))
                .filteredOn(result -> result.path("result").asText().equals("error"))
                .allMatch(result -> result.path("findings").path(0).asText().contains(words));
    }

    @Test
    void areAsTheyWerePublished() throws IOException, NoSuchAlgorithmException {
        for (String line : Files.readAllLines(FOLDER.resolve("SHA256SUMS"))) {
            byte[] module = Files.readAllBytes(FOLDER.resolve(line.substring(66)));

            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(module)))
                    .as(line)
                    .isEqualTo(line.substring(0, 64));
        }
    }
}
