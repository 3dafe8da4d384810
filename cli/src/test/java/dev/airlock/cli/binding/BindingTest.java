package dev.airlock.cli.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.manifests.names.ContentHash;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the command's bindings with a real vault, and a service on the loopback interface that echoes requests. */
class BindingTest {
    private static final String SECRET = "canary-command-4e1d";
    private static final String NAME = "api_key/spy/default";

    @TempDir
    private Path home;

    private HttpServer service;
    private final ConcurrentLinkedQueue<String> authorizations = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private CommandRun command;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            authorizations.add(String.valueOf(authorization));
            String request = exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Cookie");
            asked.add(request);
            byte[] body = ("you sent " + authorization + ", you asked for " + request).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
        connector("spy", "local://tests/spy", "http://127.0.0.1:" + port());
        Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        command = CommandRun.standard()
                .in(home)
                .home(home.resolve("data"))
                .environment(
                        "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString());
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void bindsASecretThatARunThenUsesAndNobodySees() {
        CommandRun.Result before = run("spy");
        assertThat(before.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(before.json().at("/error/class").asText()).isEqualTo("binding_required");
        assertThat(before.err()).contains("airlock binding setup spy");

        CommandRun.Result setup = setup("spy");
        assertThat(setup.exitCode()).isZero();
        assertThat(setup.out()).isEqualTo("bound " + NAME + System.lineSeparator());
        assertThat(setup.err())
                .contains("local://tests/spy, not signed, in " + real("spy"))
                .contains("http://127.0.0.1:" + port(), "Authorization: Bearer {key}", "read what you let it");

        CommandRun.Result run = run("spy");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(authorizations).containsExactly("Bearer " + SECRET);
        assertThat(run.json().at("/output/seen").asText()).contains("you sent Bearer [redacted]");
        assertThat(before.all() + setup.all() + run.all()).doesNotContain("canary");
    }

    @Test
    void listsAndShowsBindingsWithoutTheirSecrets() {
        assertThat(command.with("binding", "list").out().strip()).isEqualTo("no bindings");
        assertThat(command.with("binding", "list", "--json").json().path("bindings"))
                .isEmpty();
        setup("spy");

        assertThat(command.with("binding", "list").out()).contains(NAME, "ready", "local://tests/spy");
        JsonNode one = command.with("binding", "inspect", NAME, "--json").json();
        assertThat(one.path("name").asText()).isEqualTo(NAME);
        assertThat(one.at("/connectors/0/hosts/0").asText()).isEqualTo("http://127.0.0.1:" + port());
        CommandRun.Result shown = command.with("binding", "inspect", NAME);
        assertThat(shown.out()).contains("slot", "Authorization: Bearer {key}").doesNotContain("canary");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "query:appid | query appid={key} | /?appid=canary-command-4e1d null",
                "path:bot{key} | path /bot{key} | /botcanary-command-4e1d/x null",
                "cookie:session | cookie session={key} | / session=canary-command-4e1d",
            })
    void putsASecretIntoItsSlotAndItShowsUpNowhere(String slot, String text, String sent) throws IOException {
        Path manifest = home.resolve("spy/manifest.toml");
        Files.writeString(manifest, Files.readString(manifest).replace("scope =", "slot = \"" + slot + "\"\nscope ="));
        String path = slot.startsWith("path") ? "bot{key}/x" : "";

        CommandRun.Result setup = setup("spy");
        assertThat(setup.err()).contains("  slot          " + text);
        assertThat(setup.err().contains("services and proxies log URLs")).isEqualTo(!slot.startsWith("cookie"));
        String args = "{\"requests\":[{\"url\":\"http://127.0.0.1:" + port() + "/" + path
                + "\",\"credential\":\"api_key\",\"follow_redirects\":true}]}";
        CommandRun.Result run = command.with(
                "run", "spy", "show", "--args", args, "--allow-private", "127.0.0.1", "--json", "--record");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(asked).containsExactly(sent);
        assertThat(run.json().at("/output/seen").asText()).contains("you asked for", "[redacted]");
        assertThat(command.with("binding", "list").out()).contains(text);
        assertThat(command.with("binding", "inspect", NAME).out()).contains(text);
        assertThat(command.with("inspect", "spy").out()).contains("credential api_key, " + text);
        String audit = command.with("audit", "export").out();
        assertThat(audit).contains("\"binding\":\"" + NAME + "\"");
        assertThat(setup.all() + run.all() + audit).doesNotContain("canary");
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("canary-command");
            }
        }
    }

    @Test
    void bindsEachOfSeveralCredentialsByItsName() throws IOException {
        Path manifest = home.resolve("spy/manifest.toml");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        + "[capabilities.credentials.crm]\nkind = \"api_key\"\nslot = \"query:crm\"\n"
                        + "[capabilities.credentials.erp]\nkind = \"bearer\"\n");
        String args = args().replace("\"api_key\"", "\"crm\"");
        assertThat(setup("spy").err())
                .contains(
                        "It has another credential, which needs its own binding: airlock binding setup spy --credential crm")
                .contains(
                        "It has another credential, which needs its own binding: airlock binding setup spy --credential erp");
        CommandRun.Result missing =
                command.with("run", "spy", "show", "--args", args, "--allow-private", "127.0.0.1", "--json");
        assertThat(missing.json().at("/error/class").asText()).isEqualTo("binding_required");
        assertThat(missing.json().at("/error/details/credential").asText()).isEqualTo("crm");
        assertThat(missing.err()).contains("hint: airlock binding setup spy --credential crm");
        assertThat(missing.json().at("/error/message").asText())
                .contains("needs its credential crm, of kind", "Run `airlock binding setup DIR --credential crm`");

        CommandRun.Result bound = command.stdin("canary-of-crm-9c\n")
                .with("binding", "setup", "spy", "--credential", "crm", "--from-stdin");
        assertThat(bound.out()).isEqualTo("bound api_key/spy-crm/default" + System.lineSeparator());
        assertThat(bound.err()).contains("  credential    crm", "  slot          query crm={key}");
        CommandRun.Result run =
                command.with("run", "spy", "show", "--args", args, "--allow-private", "127.0.0.1", "--json");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(asked).containsExactly("/?crm=canary-of-crm-9c null");
        assertThat(command.with("binding", "inspect", "api_key/spy-crm/default", "--json")
                        .json()
                        .at("/connectors/0/credential")
                        .asText())
                .isEqualTo("crm");
        assertThat(command.stdin("canary-of-crm-next\n")
                        .with("binding", "rebind", "api_key/spy-crm/default", "spy", "--from-stdin")
                        .err())
                .contains("  credential    crm");
        assertThat(command.with("inspect", "spy").out())
                .contains("credential api_key", "credential crm, api_key, query crm={key}", "credential erp, bearer");
        assertThat(command.with("binding", "setup", "spy", "--credential", "xyz")
                        .err())
                .contains("asks for no credential that is called xyz. Name one with --credential: api_key, crm, erp.");
        command.with("binding", "revoke", "api_key/spy-crm/default");
        assertThat(command.with("binding", "list").out()).doesNotContain("spy-crm");
        assertThat(bound.all() + run.all()).doesNotContain("canary");
    }

    @Test
    void anotherFolderWithTheSameNameGetsNothingWithoutAGrant() throws IOException {
        setup("spy");
        connector("copy", "local://tests/spy", "http://127.0.0.1:" + port());
        assertThat(run("copy").json().at("/error/class").asText()).isEqualTo("binding_required");
        assertThat(authorizations).isEmpty();

        assertThat(command.with("binding", "setup", "copy", "--use", NAME).exitCode())
                .isZero();
        assertThat(run("copy").exitCode()).isZero();
        assertThat(authorizations).containsExactly("Bearer " + SECRET);
    }

    @Test
    void aManifestThatAsksForMoreNeedsARebind() throws IOException {
        setup("spy");
        connector("spy", "local://tests/spy", "http://127.0.0.1:" + port(), "evil.example:443");
        CommandRun.Result refused = run("spy");
        assertThat(refused.json().at("/error/class").asText()).isEqualTo("binding_failed");
        assertThat(refused.json().at("/error/details/binding").asText()).isEqualTo(NAME);
        assertThat(refused.json().at("/error/details/suggestion").asText())
                .contains("airlock binding rebind " + NAME + " DIR");
        assertThat(authorizations).isEmpty();

        CommandRun.Result rebound = command.stdin(SECRET).with("binding", "rebind", NAME, "spy", "--from-stdin");
        assertThat(rebound.exitCode()).as(rebound.all()).isZero();
        assertThat(rebound.err()).contains("evil.example:443");
        assertThat(run("spy").exitCode()).isZero();
    }

    @Test
    void anActionUsesTheBindingThatWasChosenForIt() throws IOException {
        setup("spy");
        command.stdin("canary-of-the-second").with("binding", "setup", "spy", "--from-stdin", "--identity", "second");
        String hash = ContentHash.of(
                        Files.readAllBytes(home.resolve("spy/connector.wasm")),
                        Files.readAllBytes(home.resolve("spy/manifest.toml")))
                .text();
        Files.writeString(home.resolve("look.md"), """
                +++
                name = "look"
                version = "1.0.0"
                [[requires.connectors]]
                name = "local://tests/spy"
                version = "1.0.0"
                hash = "%s"
                capabilities = ["show"]
                [[inputs]]
                name = "requests"
                type = "array"
                description = "What is asked."
                [[execute]]
                id = "look"
                connector = "local://tests/spy"
                op = "show"
                inputs = { requests = "${args.requests}" }
                +++
                Looks.
                """.formatted(hash));

        assertThat(action("--binding", "api_key/spy/second").exitCode()).isZero();
        assertThat(authorizations).containsExactly("Bearer canary-of-the-second");
        assertThat(action("--binding", "oauth2/spy/second").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(action("--binding", "api_key/spy/third")
                        .json()
                        .at("/error/message")
                        .asText())
                .startsWith("There is no binding api_key/spy/third.");
        assertThat(authorizations).hasSize(1);
    }

    private CommandRun.Result action(String... more) {
        List<String> words =
                new ArrayList<>(List.of("action", "run", "look.md", "--connectors", ".", "--args", args()));
        words.addAll(List.of("--allow-private", "127.0.0.1", "--json"));
        words.addAll(List.of(more));
        return command.with(words.toArray(String[]::new));
    }

    @Test
    void whatSomebodyAgreesToIsShownWhole() throws IOException {
        String[] hosts = IntStream.range(0, 60)
                .mapToObj(i -> "host-" + i + ".example.com:443")
                .toArray(String[]::new);
        connector("spy", "local://tests/spy", hosts);
        assertThat(setup("spy").err()).contains(hosts);
    }

    @Test
    void givesABindingANewSecretAndTakesItAway() {
        setup("spy");
        assertThat(setup("spy").err()).contains("There is a binding " + NAME + " already", "airlock binding rebind");
        command.stdin("another-secret-9\r\n").with("binding", "rebind", NAME, "--from-stdin");
        run("spy");
        assertThat(authorizations).containsExactly("Bearer another-secret-9");

        assertThat(command.with("binding", "revoke", NAME).exitCode()).isZero();
        assertThat(command.with("binding", "revoke", NAME).exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run("spy").json().at("/error/class").asText()).isEqualTo("binding_required");
    }

    @Test
    void asksForWhatIsNotInAFileWithoutShowingIt() {
        CommandRun.Result result = prompted(
                List.of("a new passphrase", "a new passphrase", SECRET),
                "binding",
                "setup",
                "spy",
                "--identity",
                "work");
        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(result.out()).startsWith("bound api_key/spy/work");
        assertThat(result.all()).doesNotContain("canary", "a new passphrase");

        assertThat(prompted(List.of("a new passphrase"), "binding", "list").out())
                .contains("api_key/spy/work");
        assertThat(prompted(List.of("a wrong passphrase"), "binding", "list").err())
                .contains("The passphrase does not open the vault");
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(prompted(List.of("one", "two"), "binding", "setup", "spy").err())
                .contains("The two passphrases differ");
        assertThat(Files.exists(home.resolve("data/vault.json"))).isFalse();
        assertThat(prompted(List.of(), "binding", "setup", "spy").err()).contains("AIRLOCK_PASSPHRASE_FILE");
        assertThat(command.stdin("short")
                        .with("binding", "setup", "spy", "--from-stdin")
                        .err())
                .contains("a secret has at least 8 bytes")
                .doesNotContain("short");
        assertThat(command.with("binding", "setup", "spy").err()).contains("--from-stdin");
        assertThat(command.with("binding", "inspect", "nonsense").err()).contains("oauth2/slack/work");
        assertThat(command.with("binding", "inspect", "bearer/no/where").err()).contains("airlock binding list");
        assertThat(command.with("binding", "rebind", "bearer/no/where", "--from-stdin")
                        .err())
                .contains("airlock binding list");
        assertThat(command.with("binding").err()).contains("list, inspect, setup, rebind or revoke");
        assertThat(command.in(CommandRun.CONNECTORS)
                        .with("binding", "setup", "echo")
                        .err())
                .contains("asks for no credential");
    }

    @Test
    void aScriptedRunDoesNotOpenTheVault() throws IOException {
        setup("spy");
        Files.writeString(
                home.resolve("script.toml"),
                "[bindings]\napi_key = \"scripted-secret\"\n[[exchange]]\nrespond = { status = 200, body = \"ok\" }\n");
        CommandRun.Result result = command.environment("AIRLOCK_PASSPHRASE_FILE", "nowhere")
                .with("run", "spy", "show", "--args", args(), "--upstream", "script.toml", "--json");
        assertThat(result.exitCode()).as(result.all()).isZero();
        assertThat(authorizations).isEmpty();
    }

    private CommandRun.Result setup(String folder) {
        QuickVault.in(home.resolve("data"));
        return command.stdin(SECRET + "\n").with("binding", "setup", folder, "--from-stdin");
    }

    private CommandRun.Result run(String folder) {
        return command.with("run", folder, "show", "--args", args(), "--allow-private", "127.0.0.1", "--json");
    }

    private String args() {
        return "{\"requests\":[{\"url\":\"http://127.0.0.1:" + port() + "/\",\"credential\":\"api_key\"}]}";
    }

    private CommandRun.Result prompted(List<String> typed, String... args) {
        Deque<String> left = new ArrayDeque<>(typed);
        return command.environment("AIRLOCK_PASSPHRASE_FILE", "")
                .typing(prompt -> Optional.ofNullable(left.poll()).map(String::toCharArray))
                .with(args);
    }

    private String real(String folder) {
        try {
            return home.resolve(folder).toRealPath().toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private int port() {
        return service.getAddress().getPort();
    }

    private void connector(String folder, String name, String... hosts) throws IOException {
        Path directory = Files.createDirectories(home.resolve(folder));
        Path spy = CommandRun.ROOT.resolve("testdata/canary/spy.wasm");
        Files.write(directory.resolve("connector.wasm"), Files.readAllBytes(spy));
        Files.writeString(directory.resolve("manifest.toml"), """
                [connector]
                name = "%s"
                version = "1.0.0"
                [capabilities.network]
                hosts = ["%s"]
                [capabilities.runtime]
                imports = ["log", "http_request", "http_response_status", "http_response_size", "http_response_read",
                  "http_response_read_at", "http_response_headers", "last_error"]
                [capabilities.credential]
                kind = "api_key"
                scope = "read what you let it"
                [limits]
                wall_time = "2min"
                """.formatted(name, String.join("\", \"", hosts)));
    }
}
