package dev.airlock.cli.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.AirlockCommand;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.binding.QuickVault;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.install.EchoPublisher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings of a connector, from the command to the connector and to the hosts that it reaches. */
class SettingsTest {
    private static final String SETTINGS = """
            [settings.language]
            type = "string"
            description = "What it speaks"
            default = "en"
            [settings.pages]
            type = "integer"
            """;

    @TempDir
    private Path home;

    private HttpServer service;
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private CommandRun command;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        service.start();
        command = CommandRun.standard().in(home).home(home.resolve("data"));
        connector("echo", "", SETTINGS);
        connector(
                "spy",
                "[capabilities.network]\nhosts = [\"http://{settings.server}\"]\n[capabilities.runtime]\nimports = [\"log\", \"http_request\", \"http_response_status\", \"http_response_size\", \"http_response_read\", \"http_response_read_at\", \"http_response_headers\", \"last_error\"]\n",
                "[settings.server]\ntype = \"string\"\n");
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void aConnectorReadsWhatWasSetAndTheDefaultsBesides() {
        CommandRun.Result before = run("echo", "echo");
        assertThat(before.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(before.out())
                .contains("needs a value for its setting pages", "airlock settings set local://tests/echo pages=VALUE");

        assertThat(command.with("settings", "set", "echo", "pages=7").exitCode())
                .isZero();
        assertThat(settingsOf(run("echo", "echo"))).hasToString("{\"language\":\"en\",\"pages\":7}");

        assertThat(command.with("settings", "set", "echo", "language=de").exitCode())
                .isZero();
        assertThat(settingsOf(run("echo", "echo"))).hasToString("{\"language\":\"de\",\"pages\":7}");

        assertThat(command.with("settings", "unset", "echo", "language").exitCode())
                .isZero();
        assertThat(settingsOf(run("echo", "echo"))).hasToString("{\"language\":\"en\",\"pages\":7}");
    }

    @Test
    void aConnectorWithoutSettingsReadsNoneOfThem() throws IOException {
        connector("plain", "", "");
        assertThat(run("plain", "echo").json().at("/output/call").has("settings"))
                .isFalse();
    }

    @Test
    void anInstalledConnectorSaysWhatHasToBeSetAndIsSetByItsName() throws IOException {
        EchoPublisher publisher = new EchoPublisher(home.resolve("publisher"));
        CommandRun user = publisher.user();
        publisher.packed(EchoPublisher.NAME, "1.0.0", SETTINGS);
        CommandRun.Result installed =
                user.with("install", EchoPublisher.NAME + "@1.0.0", "--from", "airlock.tar.gz", "--yes");
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        assertThat(installed.err())
                .contains(
                        "read the setting pages, integer, which you must set",
                        "hint: before you call it, run: airlock settings set " + EchoPublisher.NAME
                                + "@1.0.0 pages=VALUE");

        CommandRun.Result without = user.with("run", EchoPublisher.NAME, "echo", "--json");
        assertThat(without.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(user.with("settings", "set", EchoPublisher.NAME, "pages=7").exitCode())
                .isZero();
        assertThat(settingsOf(user.with("run", EchoPublisher.NAME, "echo", "--json")))
                .hasToString("{\"language\":\"en\",\"pages\":7}");
    }

    @Test
    void aScenarioHasSettingsOfItsOwnAndNoneOfThisUser() throws IOException {
        command.with("settings", "set", "echo", "pages=7");
        Path tests = Files.createDirectories(home.resolve("echo/tests"));
        Files.writeString(tests.resolve("made-up.toml"), "op = \"echo\"\n" + expected("made-up", 1));
        Files.writeString(tests.resolve("given.toml"), "op = \"echo\"\n[settings]\npages = 3\n" + expected("given", 3));
        CommandRun.Result passed = command.with("test", "echo");
        assertThat(passed.exitCode()).as(passed.all()).isZero();
        assertThat(passed.out()).contains("2 passed");

        Files.writeString(tests.resolve("given.toml"), "op = \"echo\"\n[settings]\npages = \"three\"\n");
        CommandRun.Result refused = command.with("test", "echo");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.all()).contains("given: setting pages: value \"three\" is not of type integer");
    }

    @Test
    void inspectAndCheckKnowHostsThatASettingCompletes() {
        CommandRun.Result inspected = command.with("inspect", "spy");
        assertThat(inspected.exitCode()).as(inspected.all()).isZero();
        assertThat(inspected.out()).contains("network http://{settings.server}", "setting server");
        CommandRun.Result checked = command.with("check", "spy");
        assertThat(checked.exitCode()).as(checked.all()).isZero();
        assertThat(checked.out()).contains("no problems").doesNotContain("host");
    }

    @Test
    void aManifestThatIsLearnedNamesAHostAsItsSettingCompletesIt() {
        command.with("settings", "set", "spy", "server=tickets.example.com:80", "--yes");
        CommandRun.Result learned = command.with(
                "run",
                "spy",
                "show",
                "--learn",
                "--args",
                "{\"requests\":[{\"url\":\"http://tickets.example.com/\"},{\"url\":\"https://api.example.com/\"}]}");
        assertThat(learned.exitCode()).as(learned.all()).isZero();
        assertThat(learned.out())
                .contains("hosts = [\"api.example.com:443\", \"http://{settings.server}\"]", "[settings.server]");
    }

    /** A person agrees to the hosts at the time of the question, and may take long to answer. */
    @Test
    void whatSomebodyElseSetMeanwhileIsNotTakenBack() {
        command.with("settings", "set", "spy", "server=old.example.com:80", "--yes");
        InputStream answering = new FilterInputStream(new ByteArrayInputStream("y\n".getBytes(UTF_8))) {
            private boolean asked;

            @Override
            public int read() throws IOException {
                somebodyElse();
                return super.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                somebodyElse();
                return super.read(bytes, offset, length);
            }

            private void somebodyElse() {
                if (!asked) {
                    asked = true;
                    command.with("settings", "set", "spy", "server=other.example.com:80", "--yes");
                }
            }
        };
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, UTF_8);
        Terminal terminal =
                new Terminal(answering, out, out, command.environment(), command.directory(), true, command.secrets());
        int exitCode = new AirlockCommand(terminal).execute("settings", "set", "spy", "server=new.example.com:80");
        assertThat(exitCode).isEqualTo(ExitCode.USAGE);
        assertThat(said.toString(UTF_8)).contains("at the same time", "Nothing was set");
        assertThat(command.with("settings", "list", "spy").out()).contains("server = other.example.com:80");
    }

    @Test
    void theListSaysWhatCanBeSet() {
        command.with("settings", "set", "echo", "pages=7");
        assertThat(command.with("settings", "list", "echo").out().lines())
                .containsExactly("language = en (default), string: What it speaks", "pages = 7, integer");
        assertThat(command.with("settings", "list", "echo", "--json").json().toString())
                .isEqualTo(
                        "{\"settings\":[{\"name\":\"language\",\"type\":\"string\",\"description\":\"What it speaks\",\"default\":\"en\",\"completes_host\":false},"
                                + "{\"name\":\"pages\",\"type\":\"integer\",\"value\":7,\"completes_host\":false}]}");
    }

    @Test
    void aHostThatASettingCompletesIsAgreedToRecordedAndReached() {
        CommandRun.Result unasked = command.with("settings", "set", "spy", "server=127.0.0.1:" + port());
        assertThat(unasked.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unasked.err()).contains("it may talk to http://127.0.0.1:" + port(), "Nothing was set", "--yes");
        assertThat(request("http://127.0.0.1:" + port() + "/messages").exitCode())
                .isEqualTo(ExitCode.USAGE);

        CommandRun.Result no =
                command.onATerminal().stdin("n\n").with("settings", "set", "spy", "server=127.0.0.1:" + port());
        assertThat(no.exitCode()).isEqualTo(ExitCode.FAILURE);

        CommandRun.Result yes =
                command.onATerminal().stdin("y\n").with("settings", "set", "spy", "server=127.0.0.1:" + port());
        assertThat(yes.exitCode()).as(yes.all()).isZero();
        assertThat(command.with("audit", "export").out())
                .contains("changed settings", "it may talk to http://127.0.0.1:" + port());
        CommandRun.Result run = request("http://127.0.0.1:" + port() + "/messages");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(asked).containsExactly("/messages");
    }

    @Test
    void anotherHostThanTheOneThatWasSetIsDenied() {
        command.with("settings", "set", "spy", "server=other.example.com:80", "--yes");
        CommandRun.Result run = request("http://127.0.0.1:" + port() + "/messages");
        assertThat(run.json().at("/error/details/fix").asText())
                .isEqualTo("to set it, run `airlock settings set local://tests/spy server=127.0.0.1:" + port() + "`");
        assertThat(run.json().at("/error/class").asText()).isEqualTo("capability_denied");
        assertThat(asked).isEmpty();
    }

    @Test
    void aCredentialThatWasBoundForOneHostIsNotGivenToAnother() throws IOException {
        Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        command = command.environment(
                "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString());
        Files.writeString(
                home.resolve("spy/manifest.toml"),
                "[capabilities.credential]\nkind = \"api_key\"\n",
                java.nio.file.StandardOpenOption.APPEND);
        command.with("settings", "set", "spy", "server=127.0.0.1:" + port(), "--yes");
        QuickVault.in(home.resolve("data"));
        CommandRun.Result bound =
                command.stdin("canary-setting-77f0\n").with("binding", "setup", "spy", "--from-stdin");
        assertThat(bound.exitCode()).as(bound.all()).isZero();

        CommandRun.Result other = command.with("settings", "set", "spy", "server=localhost:" + port(), "--yes");
        assertThat(other.err()).contains("airlock binding rebind NAME spy");
        CommandRun.Result refused = withCredential("localhost");
        assertThat(refused.json().at("/error/class").asText()).as(refused.all()).isEqualTo("binding_failed");
        assertThat(refused.json().at("/error/message").asText()).contains("the hosts");
        assertThat(asked).isEmpty();

        CommandRun.Result rebound = command.stdin("canary-setting-77f0")
                .with("binding", "rebind", "api_key/spy/default", "spy", "--from-stdin");
        assertThat(rebound.exitCode()).as(rebound.all()).isZero();
        CommandRun.Result run = withCredential("localhost");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(asked).hasSize(1);
        assertThat(bound.all() + other.all() + refused.all() + rebound.all() + run.all())
                .doesNotContain("canary-setting");
        assertThat(filesWith("canary-setting")).isEmpty();
    }

    @Test
    void aRecordingRepeatsTheValuesThatItWasMadeWith() {
        command.with("settings", "set", "echo", "pages=7");
        CommandRun.Result run = command.with("run", "echo", "echo", "--json", "--record-to", "call.rec");
        assertThat(run.exitCode()).as(run.all()).isZero();
        command.with("settings", "set", "echo", "pages=8");
        CommandRun.Result replayed = command.with("replay", "call.rec");
        assertThat(replayed.exitCode()).as(replayed.all()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254:80", "[fd00:ec2::254]:80"})
    void aSettingDoesNotLeadToAMetadataAddress(String address) {
        assertThat(command.with("settings", "set", "spy", "server=" + address, "--yes")
                        .exitCode())
                .isZero();
        CommandRun.Result run = request("http://" + address + "/latest");
        assertThat(run.json().at("/error/class").asText()).as(run.all()).isEqualTo("capability_denied");
        assertThat(run.json().at("/error/message").asText()).contains("which no connector may reach");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pages=seven", "pages=", "pages", "pags=7", "=7", "language=", "pages=1e9"})
    void whatIsNoSettingOrNoValueIsNotSet(String value) {
        CommandRun.Result run = command.with("settings", "set", "echo", value);
        assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.USAGE);
        assertThat(command.with("settings", "list", "echo", "--json").out()).doesNotContain("\"value\"");
    }

    @Test
    void aFileThatOthersMayWriteOrThatIsDamagedIsNotBelieved() throws IOException {
        command.with("settings", "set", "echo", "pages=7");
        Path file = home.resolve("data/connector-settings.json");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(run("echo", "echo").all()).contains("Other users may write the settings of connectors");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(file, "{\"version\":1,\"connectors\":[]}");
        CommandRun.Result damaged = run("echo", "echo");
        assertThat(damaged.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(damaged.all()).contains("are damaged");
    }

    private CommandRun.Result request(String url) {
        return command.with(
                "run",
                "spy",
                "show",
                "--args",
                "{\"requests\":[{\"url\":\"" + url + "\"}]}",
                "--allow-private",
                "127.0.0.1",
                "--json");
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            List<Path> holding = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    holding.add(file);
                }
            }
            return holding;
        }
    }

    private static String expected(String scenario, int pages) {
        return """
                [expect.output.call]
                op = "echo"
                args = {}
                call = { idempotency_key = "scenario-%s", attempt = 1 }
                settings = { language = "en", pages = %d }
                """.formatted(scenario, pages);
    }

    private CommandRun.Result withCredential(String host) {
        return command.with(
                "run",
                "spy",
                "show",
                "--args",
                "{\"requests\":[{\"url\":\"http://" + host + ":" + port() + "/\",\"credential\":\"api_key\"}]}",
                "--allow-private",
                host,
                "--json");
    }

    private CommandRun.Result run(String connector, String op) {
        return command.with("run", connector, op, "--json");
    }

    private static JsonNode settingsOf(CommandRun.Result run) {
        assertThat(run.exitCode()).as(run.all()).isZero();
        return run.json().at("/output/call/settings");
    }

    private int port() {
        return service.getAddress().getPort();
    }

    private void connector(String name, String capabilities, String settings) throws IOException {
        Path folder = Files.createDirectories(home.resolve(name));
        Path module = name.equals("spy")
                ? CommandRun.ROOT.resolve("testdata/canary/spy.wasm")
                : CommandRun.CONNECTORS.resolve("echo/connector.wasm");
        Files.copy(module, folder.resolve("connector.wasm"));
        Files.writeString(
                folder.resolve("manifest.toml"),
                "[connector]\nname = \"local://tests/" + name + "\"\nversion = \"1.0.0\"\n" + capabilities + settings);
    }
}
