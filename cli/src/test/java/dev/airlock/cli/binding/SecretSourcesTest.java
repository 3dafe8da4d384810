package dev.airlock.cli.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests secrets from the environment and from real commands, which a connector then uses and which never appear elsewhere. */
class SecretSourcesTest {
    private static final String SECRET = "canary-source-4e1d";

    @TempDir
    private Path home;

    private HttpServer service;
    private final ConcurrentLinkedQueue<String> authorizations = new ConcurrentLinkedQueue<>();
    private CommandRun command;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        service.start();
        connector("api_key");
        Files.writeString(home.resolve("passphrase"), "a passphrase\n");
        command = CommandRun.standard()
                .in(home)
                .home(home.resolve("data"))
                .environment(
                        "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString());
        QuickVault.in(home.resolve("data"));
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    private CommandRun.Result bind(CommandRun with, String... words) {
        List<String> all = new ArrayList<>(List.of("binding", "setup", "spy"));
        all.addAll(List.of(words));
        return with.with(all);
    }

    /** Returns the credential that the service saw from a connector that used the binding. */
    private String used(String kind) {
        String request =
                "{\"requests\":[{\"url\":\"http://127.0.0.1:" + port() + "/\",\"credential\":\"" + kind + "\"}]}";
        CommandRun.Result run =
                command.with("run", "spy", "show", "--args", request, "--allow-private", "127.0.0.1", "--json");
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(run.all()).doesNotContain("canary");
        return String.valueOf(authorizations.poll());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n"})
    void aVariableIsReadOnceWithoutTheLineBreakAtItsEnd(String end) throws IOException {
        CommandRun.Result bound = bind(command.environment("CANARY_KEY", SECRET + end), "--from-env", "CANARY_KEY");

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(used("api_key")).isEqualTo("Bearer " + SECRET);
        assertNobodySees(bound);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "%s\\n", "%s\\r\\n"})
    void aCommandIsRunOnceAndNotThroughAShell(String format) throws IOException {
        CommandRun.Result bound = bind(
                command,
                "--identity",
                "default",
                "--from-command",
                "sh",
                "-c",
                "echo ran >> ran; echo canary-on-standard-error >&2; printf \"$1\" \"$2\"",
                "--json",
                format,
                SECRET);

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(used("api_key")).isEqualTo("Bearer " + SECRET);
        assertThat(used("api_key")).isEqualTo("Bearer " + SECRET);
        assertThat(Files.readString(home.resolve("ran"))).isEqualTo("ran\n");
        assertNobodySees(bound);
    }

    @Test
    void whatAShellWouldReadIsAnArgumentLikeAnyOther() {
        CommandRun.Result bound = bind(command, "--from-command", "--", "echo", "$HOME;`id`|canary");

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(used("api_key")).isEqualTo("Bearer $HOME;`id`|canary");
    }

    @Test
    void aRebindTakesThemToo() {
        bind(command.environment("KEY", "canary-of-before"), "--from-env", "KEY");

        CommandRun.Result bound =
                command.with("binding", "rebind", "api_key/spy/default", "--from-command", "echo", SECRET);

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(used("api_key")).isEqualTo("Bearer " + SECRET);
    }

    @Test
    void kindsOfSeveralPartsAreGivenAsOnStandardInput() throws IOException {
        connector("basic");
        CommandRun.Result basic = bind(command, "--from-command", "echo", "canary:" + SECRET);
        assertThat(basic.exitCode()).as(basic.all()).isZero();
        assertThat(used("basic")).startsWith("Basic Y2FuYXJ5OmNhbmFyeS1zb3VyY2UtNGUxZA==");

        connector("aws_sigv4");
        CommandRun.Result aws =
                bind(command.environment("KEYS", "AKIAEXAMPLE01:" + SECRET + ":canary-token"), "--from-env", "KEYS");
        assertThat(aws.exitCode()).as(aws.all()).isZero();
        assertThat(used("aws_sigv4")).startsWith("AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE01/");
        assertRefused(
                bind(command, "--identity", "x", "--from-command", "echo", "canary-source"), "AWS keys are an id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "printf '' | The output of the command is empty.",
                "printf '\\n' | The output of the command is empty.",
                "printf canary | The secret cannot be bound: a secret has at least 8 bytes.",
                "printf 'canary-one\\ncanary-two' | The output of the command has more than one line",
                "printf 'canary-one\\n\\n' | The output of the command has more than one line",
                "printf 'canary-one\\r' | The output of the command has more than one line",
                "printf 'canary-one\\377' | The output of the command is not UTF-8.",
                "printf 'canary-\\303\\274ber' | a secret is printable ASCII",
                "yes canary | The output of the command is longer than any secret.",
                "head -c 70000 /dev/zero | The output of the command is longer than any secret.",
                "echo canary-secret; exit 3 | --from-command gives ended with exit code 3. Run it by hand",
                "echo canary-secret; kill -9 $$ | --from-command gives ended with exit code 137.",
            })
    void whatIsNoSecretIsRefusedWithoutBeingShown(String script, String why) throws IOException {
        CommandRun.Result refused = bind(command, "--from-command", "sh", "-c", script);

        assertRefused(refused, why);
        assertNobodySees(refused);
    }

    @Test
    void aCommandThatIsNotThereIsNotSaidAgain() throws IOException {
        CommandRun.Result refused = bind(command, "--debug", "--from-command", "./canary-command", "canary-argument");

        assertRefused(refused, "--from-command gives cannot be run. Check its name and its permissions");
        assertNobodySees(refused);
    }

    @Test
    void aVariableThatIsNotThereIsNotSaidAgainSinceItMayBeTheValue() throws IOException {
        CommandRun.Result refused = bind(command, "--from-env", SECRET);

        assertRefused(refused, "The environment has no variable with the name that --from-env gives.");
        assertNobodySees(refused);
        assertRefused(
                bind(command.environment("EMPTY", ""), "--from-env", "EMPTY"), "The value of the variable is empty.");
    }

    @Test
    void aSecretComesFromOnePlace() {
        assertRefused(bind(command, "--from-stdin", "--from-env", "X"), "The secret comes from one place");
        assertRefused(bind(command, "--from-env", "X", "--from-command", "echo", SECRET), "comes from one place");
        assertRefused(bind(command, "--device", "--from-env", "X"), "comes from one place");
        assertRefused(bind(command, "--from-command"), "--from-command");
        assertRefused(bind(command, "--from-command", "--"), "--from-command needs a command after it");
    }

    private static void assertRefused(CommandRun.Result refused, String why) {
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains(why);
    }

    /** Asserts that the secret is neither on the streams nor in any file of the home, including the audit log. */
    private void assertNobodySees(CommandRun.Result result) throws IOException {
        assertThat(result.all()
                        + command.with("audit", "export").out()
                        + command.with("binding", "list").out())
                .doesNotContain("canary", "CANARY_KEY", "printf");
        try (Stream<Path> files = Files.walk(home.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("canary", "CANARY_KEY", "printf");
            }
        }
    }

    private int port() {
        return service.getAddress().getPort();
    }

    private void connector(String kind) throws IOException {
        Path directory = Files.createDirectories(home.resolve("spy"));
        Files.write(
                directory.resolve("connector.wasm"),
                Files.readAllBytes(CommandRun.ROOT.resolve("testdata/canary/spy.wasm")));
        Files.writeString(directory.resolve("manifest.toml"), """
                [connector]
                name = "local://tests/spy"
                version = "1.0.0"
                [capabilities.network]
                hosts = ["http://127.0.0.1:%d"]
                [capabilities.runtime]
                imports = ["log", "http_request", "http_response_status", "http_response_size", "http_response_read",
                  "http_response_read_at", "http_response_headers", "last_error"]
                [capabilities.credential]
                kind = "%s"
                %s
                [limits]
                wall_time = "2min"
                """.formatted(
                        port(), kind, kind.equals("aws_sigv4") ? "service = \"s3\"\nregion = \"eu-central-1\"" : ""));
    }
}
