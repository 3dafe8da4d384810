package dev.airlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Follows the advice of a denial, of check and of --learn about addresses that are not public, against a server on this machine. */
class PrivateAddressesTest {
    private static final Pattern FLAG = Pattern.compile("--allow-private (\\S*\\w)");

    @TempDir
    Path folder;

    private HttpServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        port = server.getAddress().getPort();
        Files.copy(CommandRun.CONNECTORS.resolve("asks/connector.wasm"), folder.resolve("connector.wasm"));
        grant("api.example.com:443");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void theLineAndTheFlagOfADenialMakeTheCallPass(String host) throws IOException {
        String url = "http://" + host + ":" + port + "/";
        JsonNode denied = run(url).json().path("error");
        String fix = denied.at("/details/fix").asText();

        assertThat(denied.path("class").asText()).isEqualTo("capability_denied");
        assertThat(denied.path("message").asText())
                .contains(", a loopback address, ")
                .endsWith(fix);
        follow(fix);
        JsonNode again = run(url).json().path("error");
        assertThat(again.at("/details/fix").asText()).contains("--allow-private " + host);
        assertThat(run(url, "--allow-private", flag(fix)).exitCode()).isZero();
    }

    @Test
    void explainSaysTheSame() {
        CommandRun.Result denied = run("http://127.0.0.1:" + port + "/");
        String fix = denied.json().at("/error/details/fix").asText();

        assertThat(CommandRun.standard().explained(denied).out()).contains(fix);
    }

    @Test
    void anEntryForLocalhostTakesPlainHttpWithTheFlag() throws IOException {
        grant("localhost:" + port);
        String url = "http://localhost:" + port + "/";
        JsonNode denied = run(url).json().path("error");

        assertThat(denied.path("message").asText())
                .contains("which is https. Granted: localhost:" + port + ". To allow it: ");
        assertThat(run(url, "--allow-private", flag(denied.at("/details/fix").asText()))
                        .exitCode())
                .isZero();
        CommandRun.Result checked = CommandRun.run("check", folder.toString());
        assertThat(run(url, "--allow-private", flag(checked.out())).exitCode()).isZero();
    }

    @Test
    void noGrantAllowsAMetadataAddressAndNothingProposesOne() throws IOException {
        for (String grant : List.of("api.example.com:443", "http://169.254.169.254:80")) {
            grant(grant);
            for (List<String> flags : List.of(List.<String>of(), List.of("--allow-private", "169.254.169.254"))) {
                CommandRun.Result denied = run("http://169.254.169.254/latest", flags.toArray(String[]::new));
                JsonNode error = denied.json().path("error");
                assertThat(error.path("message").asText())
                        .contains("a cloud metadata address, which no connector may reach")
                        .endsWith("No grant can allow it.");
                assertThat(error.at("/details/fix").asText()).isEmpty();
                assertThat(CommandRun.standard().explained(denied).out())
                        .contains("No grant can allow it.")
                        .doesNotContain("hosts = [");
            }
        }
        assertThat(CommandRun.run("check", folder.toString()).out()).contains("no call can use", "leave it out");
        CommandRun.Result learned = run("http://169.254.169.254/latest", "--learn");
        assertThat(learned.exitCode()).isEqualTo(1);
        assertThat(learned.json().at("/needs/hosts")).isEmpty();
        assertThat(learned.json().path("manifest").asText()).doesNotContain("169.254");
    }

    @Test
    void aRedirectToAMetadataAddressIsDeniedInTheSameWords() throws IOException {
        Files.writeString(
                folder.resolve("upstream.toml"),
                "[[exchange]]\nfault = \"redirect\"\nlocation = \"http://169.254.169.254/x\"\n");
        JsonNode error = CommandRun.run(
                        "run",
                        folder.toString(),
                        "go",
                        "--args",
                        "{\"url\":\"https://api.example.com/\",\"follow_redirects\":true}",
                        "--upstream",
                        folder.resolve("upstream.toml").toString(),
                        "--json")
                .json()
                .path("error");

        assertThat(error.path("message").asText())
                .startsWith(
                        "api.example.com:443 redirects the connector to http://169.254.169.254:80, a cloud metadata address")
                .endsWith("No grant can allow it.");
    }

    @Test
    void aHostThatNeedsLeaveIsLearnedWithTheFlagOnlyAndThenWorks() throws IOException {
        String url = "http://127.0.0.1:" + port + "/";
        CommandRun.Result without = learn(url);
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.out()).doesNotContain("127.0.0.1");
        assertThat(without.err()).contains("hint: the call ended here; --allow-private 127.0.0.1 lets it continue");

        CommandRun.Result with = learn(
                url,
                "--allow-private",
                flag(without.err().substring(without.err().indexOf("hint:"))));
        assertThat(with.exitCode()).as(with.all()).isZero();
        assertThat(with.out()).contains("# It works only with --allow-private 127.0.0.1.\n");
        Files.writeString(folder.resolve("manifest.toml"), with.out());
        assertThat(run(url, "--allow-private", "127.0.0.1").exitCode()).isZero();
    }

    private void grant(String host) throws IOException {
        Files.writeString(
                folder.resolve("manifest.toml"),
                Files.readString(CommandRun.CONNECTORS.resolve("asks/manifest.toml"))
                        .replace("api.example.com:443", host));
    }

    /** Replaces the line with the same key. */
    private void follow(String fix) throws IOException {
        Path manifest = folder.resolve("manifest.toml");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("(?m)^hosts = .*$", Matcher.quoteReplacement(fix)));
    }

    private static String flag(String text) {
        Matcher matcher = FLAG.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    private CommandRun.Result run(String url, String... more) {
        return call(url, "--json", more);
    }

    private CommandRun.Result learn(String url, String... more) {
        return call(url, "--learn", more);
    }

    private CommandRun.Result call(String url, String flag, String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", folder.toString(), "go", "--args", "{\"url\":\"" + url + "\"}", flag));
        words.addAll(List.of(more));
        return CommandRun.run(words.toArray(String[]::new));
    }
}
