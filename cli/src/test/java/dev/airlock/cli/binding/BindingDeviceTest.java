package dev.airlock.cli.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code airlock binding setup} with a code that a person enters in a browser, at a provider on the loopback interface. */
class BindingDeviceTest {
    private static final String TOKENS =
            "{\"access_token\":\"canary-access\",\"refresh_token\":\"canary-refresh\",\"token_type\":\"bearer\",\"expires_in\":3600}";

    @TempDir
    private Path home;

    private HttpServer provider;
    private final ConcurrentLinkedDeque<String> answers = new ConcurrentLinkedDeque<>();
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private CommandRun command;

    @BeforeEach
    void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/", this::answer);
        provider.start();
        Files.writeString(home.resolve("passphrase"), "a passphrase");
        QuickVault.in(home.resolve("data"));
        command = CommandRun.standard()
                .in(home)
                .home(home.resolve("data"))
                .environment(
                        "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString());
        manifest("");
    }

    @AfterEach
    void stop() {
        provider.stop(0);
    }

    private void manifest(String more) throws IOException {
        Path chat = Files.createDirectories(home.resolve("chat"));
        Files.write(
                chat.resolve("connector.wasm"),
                Files.readAllBytes(CommandRun.ROOT.resolve("testdata/canary/spy.wasm")));
        Files.writeString(chat.resolve("manifest.toml"), """
            [connector]
            name = "local://tests/chat"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["chat.example.com:443"]
            [capabilities.runtime]
            imports = ["log", "http_request", "http_response_status", "http_response_size", "http_response_read",
              "http_response_read_at", "http_response_headers", "last_error"]
            [capabilities.credential]
            kind = "oauth2"
            [capabilities.credential.oauth2]
            %2$s
            token_url = "%1$s/token"
            client_id = "command"
            scopes = ["chat.write"]
            """.formatted(
                        url(), more.isEmpty() ? "device_authorization_url = \"" + url() + "/device\"" : more));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            asked.add(path + " " + form);
            String text = path.equals("/device")
                    ? "{\"device_code\":\"canary-device\",\"user_code\":\"WDJB-MJHT\",\"verification_uri\":\"" + url()
                            + "/enter\",\"verification_uri_complete\":\"" + url()
                            + "/enter?code=WDJB-MJHT\",\"expires_in\":900,\"interval\":1}"
                    : answers.poll();
            byte[] body = String.valueOf(text).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    body.length > 0 && String.valueOf(text).contains("error") ? 400 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private CommandRun.Result setup(String... more) {
        String[] words = new String[more.length + 5];
        System.arraycopy(new String[] {"binding", "setup", "chat", "--allow-private", "127.0.0.1"}, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return command.with(words);
    }

    private String url() {
        return "http://127.0.0.1:" + provider.getAddress().getPort();
    }

    @Test
    void aPersonSeesTheCodeAndWhatSheConsentsToIsBound() {
        answers.add("{\"error\":\"authorization_pending\"}");
        answers.add(TOKENS);

        CommandRun.Result bound = setup();

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(bound.out()).startsWith("bound oauth2/chat/default");
        assertThat(bound.err())
                .contains("  device_url    " + url() + "/device\n")
                .doesNotContain("authorize_url")
                .contains("\n" + url() + "/enter\n", "\ncode  WDJB-MJHT\n", "\n" + url() + "/enter?code=WDJB-MJHT\n")
                .contains("The code is valid for 15 min.")
                .doesNotContain("canary");
        CommandRun.Result shown = command.with("binding", "inspect", "oauth2/chat/default", "--json");
        assertThat(shown.json()
                        .at("/connectors/0/oauth2/device_authorization_url")
                        .asText())
                .isEqualTo(url() + "/device");
        assertThat(shown.json().at("/connectors/0/oauth2").has("authorize_url")).isFalse();
        assertThat(shown.json().path("renewable").asBoolean()).isTrue();
        assertThat(shown.all() + command.with("audit", "export").out()).doesNotContain("canary", "WDJB");
    }

    @Test
    void whereThereIsAPageForABrowserTooACodeIsWhatTheFlagAsksFor() throws IOException {
        manifest("authorize_url = \"" + url() + "/authorize\"\ndevice_authorization_url = \"" + url() + "/device\"");
        answers.add(TOKENS);
        answers.add(TOKENS);

        CommandRun.Result bound = setup("--device");

        assertThat(bound.exitCode()).as(bound.all()).isZero();
        assertThat(bound.err()).contains("  authorize_url ", "  device_url ", "WDJB-MJHT");
        CommandRun.Result anew =
                command.with("binding", "rebind", "oauth2/chat/default", "--device", "--allow-private", "127.0.0.1");
        assertThat(anew.exitCode()).as(anew.all()).isZero();
        assertThat(asked).hasSize(4);
    }

    @Test
    void whereThereIsNoWayToGetACodeTheFlagIsRefused() throws IOException {
        manifest("authorize_url = \"" + url() + "/authorize\"");

        CommandRun.Result refused = setup("--device");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("--device needs a device_authorization_url, and the manifest has none");
        assertThat(asked).isEmpty();
    }

    @Test
    void aRefusalIsShownInTheProvidersOwnWords() {
        answers.add("{\"error\":\"access_denied\",\"error_description\":\"Ada said no\u202e\"}");

        CommandRun.Result refused = setup();

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("Nothing was bound: the provider says: “access_denied: Ada said no”.")
                .doesNotContain("\u202e");
        assertThat(command.with("binding", "list").out()).contains("no bindings");
    }

    @Test
    void aProviderOnTheLocalNetworkNeedsLeave() {
        CommandRun.Result refused = command.with("binding", "setup", "chat");

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("loopback", "--allow-private 127.0.0.1");
        assertThat(asked).isEmpty();
    }
}
