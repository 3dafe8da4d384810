package dev.airlock.cli.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.airlock.cli.AirlockCommand;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SecretPrompt;
import dev.airlock.cli.console.Terminal;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code airlock binding setup} of an OAuth connector, from the printed address to the bound token. */
class BindingConsentTest {
    @TempDir
    private Path home;

    private HttpServer provider;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicInteger renewals = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();
    private volatile String challenge = "";
    private volatile String accepted = "none";

    @BeforeEach
    void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/token", this::token);
        provider.createContext("/api", this::api);
        provider.start();
        Files.writeString(home.resolve("passphrase"), "a passphrase");
        QuickVault.in(home.resolve("data"));
        CommandRun.shareCode(home.resolve("data"));
        Path spy = CommandRun.ROOT.resolve("testdata/canary/spy.wasm");
        Files.write(Files.createDirectory(home.resolve("chat")).resolve("connector.wasm"), Files.readAllBytes(spy));
        Files.writeString(home.resolve("chat").resolve("manifest.toml"), """
            [connector]
            name = "local://tests/chat"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["%1$s"]
            [capabilities.runtime]
            imports = ["log", "http_request", "http_response_status", "http_response_size", "http_response_read",
              "http_response_read_at", "http_response_headers", "last_error"]
            [capabilities.credential]
            kind = "oauth2"
            [capabilities.credential.oauth2]
            authorize_url = "%1$s/authorize"
            token_url = "%1$s/token"
            client_id = "command"
            scopes = ["chat.write"]
            [limits]
            wall_time = "2min"
            """.formatted(url()));
    }

    @AfterEach
    void stop() {
        provider.stop(0);
    }

    @Test
    void bindsWhatAPersonConsentsTo() {
        int exitCode = execute("code", "binding", "setup", "chat", "--allow-private", "127.0.0.1");

        assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("bound oauth2/chat/default");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("token_url     " + url() + "/token", "chat.write", "code_challenge_method=S256")
                .doesNotContain("canary");
        assertThat(execute("code", "binding", "list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("is renewed at")
                .doesNotContain("canary");

        assertThat(execute("code", "binding", "rebind", "oauth2/chat/default", "--allow-private", "127.0.0.1"))
                .isZero();
    }

    @Test
    void bindsNothingWhenAPersonDoesNotConsent() {
        assertThat(execute("error", "binding", "setup", "chat", "--allow-private", "127.0.0.1"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("Nothing was bound: the provider refused it (no code)");
    }

    @Test
    void aTokenEndpointOnTheLocalNetworkNeedsLeave() {
        assertThat(execute("code", "binding", "setup", "chat")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("loopback", "--allow-private 127.0.0.1");
        assertThat(execute("code", "binding", "list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("no bindings");
    }

    @Test
    void aRunThatIsRecoveredRenewsATokenThatTheServiceRefuses() throws IOException {
        accepted = "Bearer canary-access-1";
        JsonNode run = runRefused("--retry");

        assertThat(run.at("/recovery/attempts/0/status").asInt()).isEqualTo(401);
        assertThat(run.at("/recovery/attempts")).hasSize(2);
        assertThat(run.at("/error/details/status").asInt())
                .as("the second answer is 200, and the connector reports an error all the same")
                .isEqualTo(200);
        assertThat(sent).containsExactly("Bearer canary-access", "Bearer canary-access-1");
        assertThat(renewals.get()).isEqualTo(1);
    }

    @Test
    void aTokenIsRenewedOnceAndThenTheBindingIsNamedWithTheCommandThatMendsIt() throws IOException {
        JsonNode run = runRefused("--retry");

        assertThat(run.at("/recovery/attempts")).hasSize(2);
        assertThat(renewals.get()).isEqualTo(1);
        assertThat(run.at("/error/class").asText()).isEqualTo("external_api_error");
        assertThat(run.at("/error/details/status").asInt()).isEqualTo(401);
        assertThat(run.at("/error/details/binding").asText()).isEqualTo("oauth2/chat/default");
        assertThat(run.at("/error/details/suggestion").asText()).contains("airlock binding rebind oauth2/chat/default");
        assertThat(run.toString()).doesNotContain("canary-access");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aRunWithoutRecoveryRenewsATokenThatTheServiceRefusesOnce(String method) throws IOException {
        JsonNode run = runRefused(request(method, "/api"));

        assertThat(renewals.get()).isEqualTo(1);
        assertThat(sent).containsExactly("Bearer canary-access", "Bearer canary-access-1");
        assertThat(run.at("/error/details/binding").asText()).isEqualTo("oauth2/chat/default");
        assertThat(run.at("/error/details/retried").asInt()).isEqualTo(1);
        assertThat(run.at("/error/details/attempts")).hasSize(2);
        assertThat(run.toString()).doesNotContain("canary-access");
    }

    @Test
    void aRunWithoutRecoveryTellsWhatItRenews() throws IOException {
        bind();
        accepted = "Bearer canary-access-1";

        assertThat(execute("code", run(request("POST", "/api")))).isEqualTo(ExitCode.FAILURE);

        assertThat(sent).hasSize(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("recovery: attempt 1 failed with external_api_error 401: credential_rejected")
                .contains("oauth2/chat/default", "recovery: attempt 2 begins");
    }

    @Test
    void aRunThatDidSomethingBeforeItWasRefusedIsNotRepeated() throws IOException {
        JsonNode run = runRefused(request("POST", "/api/open") + "," + request("POST", "/api"));

        assertThat(renewals.get()).isZero();
        assertThat(sent).hasSize(2);
        assertThat(run.at("/error/details/status").asInt()).isEqualTo(401);
    }

    private JsonNode runRefused(String... flags) throws IOException {
        bind();
        List<String> words = new ArrayList<>(List.of(flags));
        String requests = words.isEmpty() || words.get(0).startsWith("--") ? request("GET", "/api") : words.remove(0);
        List<String> all = new ArrayList<>(List.of(run(requests)));
        all.add("--json");
        all.addAll(words);
        assertThat(execute("code", all.toArray(String[]::new))).isEqualTo(ExitCode.FAILURE);
        try {
            return StrictJson.read(out.toString(StandardCharsets.UTF_8));
        } catch (MalformedJsonException e) {
            throw new AssertionError(out.toString(StandardCharsets.UTF_8), e);
        }
    }

    private String request(String method, String path) {
        return "{\"method\":\"" + method + "\",\"url\":\"" + url() + path + "\",\"credential\":\"oauth2\"}";
    }

    private static String[] run(String requests) {
        String args = "{\"requests\":[" + requests + "]}";
        return new String[] {"run", "chat", "error", "--args", args, "--allow-private", "127.0.0.1"};
    }

    private void bind() {
        assertThat(execute("code", "binding", "setup", "chat", "--allow-private", "127.0.0.1"))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        out.reset();
    }

    /** Runs the command with a browser that opens the printed address and returns with a parameter of that name. */
    private int execute(String parameter, String... args) {
        PrintStream browsing = new PrintStream(err, true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.startsWith(url() + "/authorize?")) {
                    CompletableFuture<Void> unused =
                            CompletableFuture.runAsync(() -> browse(URI.create(line), parameter));
                }
            }
        };
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                browsing,
                Map.of(
                        "AIRLOCK_HOME", home.resolve("data").toString(),
                        "AIRLOCK_CACHE", CommandRun.cache().toString(),
                        "AIRLOCK_PASSPHRASE_FILE", home.resolve("passphrase").toString()),
                home,
                false,
                SecretPrompt.nobody());
        return new AirlockCommand(terminal).execute(args);
    }

    private void browse(URI address, String parameter) {
        Map<String, String> asked = form(address.getRawQuery());
        challenge = asked.getOrDefault("code_challenge", "");
        URI back = URI.create(asked.get("redirect_uri") + "?" + parameter + "=the-code&state=" + asked.get("state"));
        try {
            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(back).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Issues tokens for the code to a client with the verifier of the challenge. */
    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> asked = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        boolean renews = asked.getOrDefault("refresh_token", "").equals("canary-refresh");
        boolean right = renews
                || (asked.getOrDefault("code", "").equals("the-code")
                        && s256(asked.getOrDefault("code_verifier", "")).equals(challenge));
        String access = "canary-access" + (renews ? "-" + renewals.incrementAndGet() : "");
        byte[] answer = (right
                        ? "{\"access_token\":\"" + access + "\",\"refresh_token\":\"canary-refresh\","
                                + "\"token_type\":\"Bearer\",\"expires_in\":3600}"
                        : "{\"error\":\"invalid_grant\"}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(right ? 200 : 400, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Accepts one token, or any token at {@code /api/open}. */
    private void api(HttpExchange exchange) throws IOException {
        String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        sent.add(token);
        boolean isOpen = exchange.getRequestURI().getPath().equals("/api/open");
        exchange.sendResponseHeaders(isOpen || token.equals(accepted) ? 200 : 401, -1);
        exchange.close();
    }

    private static String s256(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> form(String text) {
        return Arrays.stream(text.split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    private String url() {
        return "http://127.0.0.1:" + provider.getAddress().getPort();
    }
}
