package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InspectTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fetch",
                "fetch-no-imports",
                "strangers",
                "broken-manifest",
                "not-wasm",
                "reactor",
                "snapshot-of-a-command"
            })
    void showsAFolderForPeopleAndForPrograms(String connector) {
        Golden.assertMatches("inspect-" + connector, CommandRun.run("inspect", connector));
        CommandRun.Result json = CommandRun.run("inspect", connector, "--json");
        json.json();
        Golden.assertMatches("inspect-" + connector + "-json", json);
    }

    @Test
    void showsAModuleWithoutAManifest() {
        CommandRun.Result result = CommandRun.run("inspect", "fetch/connector.wasm");

        Golden.assertMatches("inspect-module", result);
        assertThat(result.exitCode()).isZero();
        assertThat(CommandRun.run("inspect", "fetch/connector.wasm", "--json")
                        .json()
                        .path("connector")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void namesTheFileThatIsNoModule() {
        CommandRun.Result result = CommandRun.run("inspect", "fetch/manifest.toml");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).startsWith("airlock: fetch/manifest.toml: ").doesNotContain("connector.wasm");
    }

    @Test
    void namesEveryImportThatNothingSuppliesWithSignatureAndNearestMatch() {
        JsonNode unsupplied =
                CommandRun.run("inspect", "strangers", "--json").json().path("unsupplied");

        assertThat(unsupplied)
                .extracting(JsonNode::textValue)
                .containsExactly(
                        "airlock.http_requst (i32, i32) -> i32 (did you mean airlock.http_request?)",
                        "wasi_snapshot_preview1.fd_writ (i32, i32, i32, i32) -> i32 (did you mean"
                                + " wasi_snapshot_preview1.fd_write?)",
                        "env.abort (i32) -> ()",
                        "aileron_host.spawn (i32, i32) -> i32 (Airlock does not supply spawn: a connector starts no"
                                + " programs here.)");
    }

    @Test
    void showsAModuleWhoseManifestIsBroken() {
        CommandRun.Result result = CommandRun.run("inspect", "broken-manifest", "--json");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.json().path("imports")).hasSize(5);
        assertThat(result.json().path("problems")).hasSize(4);
        assertThat(result.json().at("/problems/3/line").asInt()).isEqualTo(7);
    }

    @Test
    void tellsWhatIsDeclaredFromWhatIsNeeded() {
        JsonNode few =
                CommandRun.run("inspect", "fetch-few-imports", "--json").json().path("capabilities");

        assertThat(texts(few.path("undeclared")))
                .containsExactly("import http_response_size", "import http_response_read");
        assertThat(texts(few.path("unneeded"))).isEmpty();
        assertThat(texts(CommandRun.run("inspect", "strangers", "--json").json().at("/capabilities/unneeded")))
                .containsExactly("import http_request");
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::textValue).toList();
    }
}
