package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo",
                "strangers",
                "fetch-no-imports",
                "broken-manifest",
                "no-module",
                "not-wasm",
                "snapshot-of-a-command"
            })
    void showsEveryProblemAtOnce(String connector) {
        CommandRun.Result plain = CommandRun.run("check", connector);
        CommandRun.Result json = CommandRun.run("check", connector, "--json");

        Golden.assertMatches("check-" + connector, plain);
        Golden.assertMatches("check-" + connector + "-json", json);
        assertThat(json.exitCode()).isEqualTo(plain.exitCode()).isEqualTo(connector.equals("echo") ? 0 : 1);
    }

    @Test
    void checksTheModuleOfABrokenManifestWithoutBlamingItForWhatTheManifestDoesNotSay() {
        JsonNode problems =
                CommandRun.run("check", "broken-manifest", "--json").json().path("problems");

        assertThat(problems)
                .extracting(problem -> problem.path("file").asText())
                .containsExactly("manifest.toml", "manifest.toml", "manifest.toml", "manifest.toml", "connector.wasm");
        assertThat(problems.get(4).path("message").asText())
                .contains("http_requst")
                .doesNotContain("airlock.log");
    }

    @Test
    void showsUndeclaredImportsBesideUnknownOnes() {
        JsonNode problems =
                CommandRun.run("check", "strangers", "--json").json().path("problems");

        assertThat(problems)
                .extracting(problem -> problem.path("class").asText())
                .containsExactly("connector_runtime_error", "capability_denied");
    }

    @Test
    void warnsOfRequestsThatNoHostIsGrantedForAndPassesAllTheSame() {
        CommandRun.Result plain = CommandRun.run("check", "fetch-no-network");
        JsonNode json = CommandRun.run("check", "fetch-no-network", "--json").json();

        assertThat(plain.out())
                .startsWith("warning: connector.wasm: it imports http_request, and its manifest grants no host")
                .endsWith("no problems\n");
        assertThat(plain.exitCode()).isZero();
        assertThat(json.path("problems")).isEmpty();
        assertThat(json.path("warnings")).hasSize(1);
        assertThat(CommandRun.run("check", "fetch", "--json").json().has("warnings"))
                .isFalse();
    }

    @Test
    void warnsOfStateThatIsNotAskedFor(@TempDir Path folder) throws IOException {
        Path keeps = CommandRun.CONNECTORS.resolve("keeps");
        Files.copy(keeps.resolve("connector.wasm"), folder.resolve("connector.wasm"));
        Files.writeString(
                folder.resolve("manifest.toml"),
                Files.readString(keeps.resolve("manifest.toml")).replace("[capabilities.state]", ""));

        assertThat(CommandRun.run("check", folder.toString()).out())
                .startsWith("warning: connector.wasm: it imports once, and its manifest does not ask for state, so each"
                        + " use will be denied; add [capabilities.state] to manifest.toml\n")
                .endsWith("no problems\n");
        assertThat(CommandRun.run("inspect", folder.toString()).out()).contains("undeclared   state\n");
        assertThat(CommandRun.run("check", keeps.toString()).out()).isEqualTo("no problems\n");
    }

    @Test
    void warnsOfHostsThatNoCallCanUseOrThatNeedLeave(@TempDir Path folder) throws IOException {
        Files.copy(CommandRun.CONNECTORS.resolve("asks/connector.wasm"), folder.resolve("connector.wasm"));
        Files.writeString(
                folder.resolve("manifest.toml"),
                Files.readString(CommandRun.CONNECTORS.resolve("asks/manifest.toml"))
                        .replace("[\"api.example.com:443\"]", """
                                [
                                  "http://169.254.169.254:80",
                                  "api.example.com:443",
                                  "localhost:1234", "http://10.0.0.5:80", "8.8.8.8:443"
                                ]"""));
        CommandRun.Result plain = CommandRun.run("check", folder.toString());
        JsonNode json = CommandRun.run("check", folder.toString(), "--json").json();

        assertThat(plain.exitCode()).isZero();
        assertThat(plain.out()).isEqualTo("""
                warning: manifest.toml:7:3: no call can use "http://169.254.169.254:80": it is a cloud metadata address, which no connector may reach; leave it out
                warning: manifest.toml:9:3: calls can use "localhost:1234" only with --allow-private localhost; the entry then takes plain http too: it is a loopback address, which the person who runs the connector has to allow
                warning: manifest.toml:9:21: calls can use "http://10.0.0.5:80" only with --allow-private 10.0.0.5: it is a private address, which the person who runs the connector has to allow
                no problems
                """);
        assertThat(json.path("problems")).isEmpty();
        assertThat(json.path("warnings")).hasSize(3);
        assertThat(json.at("/warnings/0/line").intValue()).isEqualTo(7);
    }

    @Test
    void saysSoOfAnEmptyFolder(@TempDir Path empty) throws IOException {
        CommandRun.Result result = CommandRun.standard().in(empty).with("check", ".");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains(
                        "manifest.toml:1:1: there is no such file; ",
                        "connector.wasm: it is not there; ",
                        "2 problems");
        assertThat(empty).isEmptyDirectory();
    }

    static Stream<String> samples() throws IOException {
        try (Stream<Path> folders = Files.list(CommandRun.ROOT.resolve("sample-connectors"))) {
            return folders
                    .filter(folder -> Files.exists(folder.resolve("manifest.toml")))
                    .map(Path::toString)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void findsNothingWrongWithASample(String folder) {
        CommandRun.Result result = CommandRun.run("check", folder);

        assertThat(result.out()).isEqualToIgnoringNewLines("no problems");
        assertThat(result.exitCode()).isZero();
    }
}
