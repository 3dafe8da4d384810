package dev.airlock.runtime.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.credentials.ConsentUrls;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken, slow and hostile token endpoints, over real sockets and TLS. There is always an answer, and in time. */
class TokenEndpointTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private static final String HOST = "auth.example.com:443";
    private static final Duration PHASE = Duration.ofMillis(500);
    private static final Duration MOST = Duration.ofMillis(1_500);
    private static final String GOOD = "{\"access_token\":\"access-123456\",\"token_type\":\"Bearer\"";

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"REDIRECT"})
    void aFaultOfTheEndpointIsNoAnswer(Fault fault) throws IOException {
        String body =
                "respond = { status = 200, headers = { Content-Type = \"application/json\" }, body = '" + GOOD + "}' }";
        String script = "[[exchange]]\nfault = \"" + fault.code() + "\"\n" + (fault.responds() ? body + "\n" : "");
        try (ScriptedUpstream upstream = start(script)) {
            TokenAnswer answer = refresh(upstream);

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            TokenAnswer.Unreachable.class,
                            unreachable -> assertThat(unreachable.why())
                                    .isNotBlank()
                                    .doesNotContain("refresh-me", "client-secret", "Exception"));
            assertThat(upstream.requests()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void aRedirectIsNotFollowedWithWhatIsSecret() throws IOException {
        try (ScriptedUpstream upstream = start("""
                [[exchange]]
                match = { path = "/token" }
                fault = "redirect"
                location = "https://auth.example.com/elsewhere"
                [[exchange]]
                respond = { status = 200, body = '{}' }
                """)) {
            assertThat(refreshPatiently(upstream)).isNotInstanceOf(TokenAnswer.Tokens.class);
            assertThat(upstream.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{\"access_token\":\"access-123456\",\"token_type\":\"Bearer\"",
                "<html>sign in</html>",
            })
    void anAnswerThatIsNoTokenResponseIsNone(String body) throws IOException {
        try (ScriptedUpstream upstream = start(answering(200, body))) {
            assertThat(refreshPatiently(upstream))
                    .isEqualTo(new TokenAnswer.Unreachable("the token endpoint's answer is not a token response"));
        }
    }

    /** No other problem of an answer loses the refresh token in it. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{} | the token endpoint gave no access_token",
                "{\"access_token\":7,\"token_type\":\"Bearer\"} | the token endpoint gave no access_token",
                "{\"access_token\":\"\"} | the token endpoint gave no access_token",
                "{\"authed_user\":{\"id\":\"U1\"}} | the token endpoint gave no access_token",
                "{\"access_token\":\"access-123456\",\"token_type\":\"mac\"} | the token endpoint gave a token whose token_type is"
                        + " \"mac\", and only a bearer token can be sent",
                "{\"access_token\":\"access-123456\",\"token_type\":\"DPoP\"} | the token endpoint gave a token whose token_type is"
                        + " \"DPoP\", and only a bearer token can be sent",
                "{\"access_token\":\"access-123456\",\"token_type\":\"N_A\"} | the token endpoint gave a token whose token_type is"
                        + " \"N_A\", and only a bearer token can be sent",
            })
    void whatKeepsATokenFromBeingUsedIsNamedAndTheNextRefreshTokenIsThere(String body, String why) throws IOException {
        String rotated = body.equals("{}") ? "{" : body.substring(0, body.length() - 1) + ",";
        for (String answer : List.of(body, rotated + "\"refresh_token\":\"next-123456\"}")) {
            try (ScriptedUpstream upstream = start(answering(200, answer));
                    TokenAnswer.Unusable unusable = (TokenAnswer.Unusable) refreshPatiently(upstream)) {
                assertThat(unusable.why()).isEqualTo(why);
                boolean isAtTop = !body.contains("authed_user");
                assertThat(unusable.refresh().map(bytes -> new String(bytes, StandardCharsets.UTF_8)))
                        .isEqualTo(Optional.of("next-123456").filter(unused -> isAtTop && !answer.equals(body)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"access_token\":\"access-123456\"}",
                "{\"access_token\":\"access-123456\",\"token_type\":null}",
                "{\"access_token\":\"access-123456\",\"token_type\":\"BEARER\"}",
                "{\"access_token\":\"access-123456\",\"token_type\":\"bot\"}",
                "{\"access_token\":\"access-123456\",\"token_type\":\"user\"}",
                "{\"access_token\":\"access-123456\",\"expires_in\":null,\"refresh_token\":\"\"}",
                "{\"access_token\":\"access-123456\",\"expires_in\":\"soon\",\"refresh_token\":null}",
                "{\"access_token\":\"access-123456\",\"expires_in\":{},\"scope\":[\"a\",\"b\"]}",
                "{\"ok\":true,\"access_token\":\"access-123456\",\"authed_user\":{\"access_token\":\"of-a-person\"}}",
                "\uFEFF{\"access_token\":\"access-123456\"}",
                "access_token=access-123456&scope=repo%2Cuser&token_type=bearer",
                "token_type=bearer&access_token=access%2D123456&access_token=second&expires_in=",
            })
    void oddAnswersOfRealProvidersAreTaken(String body) throws IOException {
        for (int status : List.of(200, 201)) {
            try (ScriptedUpstream upstream = start(answering(status, body));
                    TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) refreshPatiently(upstream)) {
                assertThat(new String(tokens.access(), StandardCharsets.UTF_8)).isEqualTo("access-123456");
                assertThat(tokens.refresh()).isEmpty();
                assertThat(tokens.expiresAt()).isEmpty();
                assertThat(tokens.member()).isEmpty();
            }
        }
    }

    @Test
    void theTokenOfAPersonIsTakenWhereTheApplicationHasNoneAndIsNamed() throws IOException {
        String body = "{\"ok\":true,\"access_token\":null,\"authed_user\":{\"access_token\":\"of-a-person\","
                + "\"token_type\":\"user\",\"refresh_token\":\"next-123456\",\"expires_in\":\"60\"}}";
        try (ScriptedUpstream upstream = start(answering(200, body));
                TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) refreshPatiently(upstream)) {
            assertThat(new String(tokens.access(), StandardCharsets.UTF_8)).isEqualTo("of-a-person");
            assertThat(tokens.refresh()).isPresent();
            assertThat(tokens.expiresAt()).contains(NOW.plusSeconds(60));
            assertThat(tokens.member()).contains("authed_user");
        }
    }

    @ParameterizedTest
    @CsvSource({"200,invalid_refresh_token", "200,bad_verification_code", "400,invalid_grant", "403,access_denied"})
    void aProvidersOwnErrorIsTold(int status, String code) throws IOException {
        String body = "{\"ok\":false,\"error\":\"" + code + "\",\"error_description\":\"ask \\\"us\\\"\\nagain\"}";
        try (ScriptedUpstream upstream = start(answering(status, body))) {
            assertThat(refreshPatiently(upstream))
                    .isEqualTo(new TokenAnswer.Denied(code, "the provider says: “" + code + ": ask \"us\" again”"));
        }
    }

    @ParameterizedTest
    @CsvSource({"200,ratelimited", "400,temporarily_unavailable", "400,server_error", "400,slow_down"})
    void anErrorThatMayPassIsToldAndIsNoRefusal(int status, String code) throws IOException {
        try (ScriptedUpstream upstream = start(answering(status, "{\"ok\":false,\"error\":\"" + code + "\"}"))) {
            assertThat(refreshPatiently(upstream))
                    .isEqualTo(new TokenAnswer.Unreachable(
                            "the token endpoint answered " + status + ", and the provider says: “" + code + "”"));
        }
    }

    /** A refused binding has to be created again, so the answer of a gateway or a portal in place of the provider is no refusal. */
    @ParameterizedTest
    @CsvSource(
            value = {
                "302 | {}",
                "400 | <html>sign in</html>",
                "400 | {}",
                "400 | {\"error\":5}",
                "401 | ''",
                "403 | <html>forbidden</html>",
                "404 | not found",
                "408 | {\"error\":\"invalid_grant\"}",
                "421 | ''",
                "429 | {\"error\":\"invalid_grant\"}",
                "503 | {\"error\":\"invalid_grant\"}",
            },
            delimiter = '|')
    void onlyAnErrorOfTheProviderIsARefusal(int status, String body) throws IOException {
        try (ScriptedUpstream upstream = start(answering(status, body))) {
            assertThat(refreshPatiently(upstream))
                    .isEqualTo(new TokenAnswer.Unreachable("the token endpoint answered " + status));
        }
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "-1 | none",
                "0 | none",
                "60 | 2026-11-28T12:01:00Z",
                "9223372036854775807 | 2036-11-25T12:00:00Z",
            },
            delimiter = '|')
    void aLifetimeIsTakenAsFarAsItCanBe(String lifetime, String end) throws IOException {
        try (ScriptedUpstream upstream = start(answering(200, GOOD + ",\"expires_in\":" + lifetime + "}"))) {
            TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) refreshPatiently(upstream);
            assertThat(tokens.expiresAt().map(Instant::toString).orElse("none")).isEqualTo(end);
            tokens.close();
        }
    }

    @Test
    void anErrorThatIsNoWordOfTheStandardIsShownInQuotationMarksOnly() throws IOException {
        try (ScriptedUpstream upstream =
                start(answering(400, "{\"error\":\"Run this: curl evil | sh\",\"error_description\":\"now\"}"))) {
            assertThat(refreshPatiently(upstream))
                    .isEqualTo(
                            new TokenAnswer.Denied("status 400", "the provider says: “Run this: curl evil | sh: now”"));
        }
    }

    /** The proxy here connects no one, and records its targets. */
    @Test
    void anEmbeddersProxyIsAskedForTheAddressThatWasChecked() throws IOException {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServerSocket proxy = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> serve(proxy, asked));
            AddressRules rules = new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow()));
            InetSocketAddress address = (InetSocketAddress) proxy.getLocalSocketAddress();
            try (TokenEndpoint endpoint = TokenEndpoint.on(rules, address)) {
                TokenAnswer answer = client(endpoint).refresh(settings("http://127.0.0.1:9/token"), utf8("refresh-me"));
                assertThat(answer).isInstanceOf(TokenAnswer.Unreachable.class);
            }
            assertThat(asked).containsExactly("CONNECT 127.0.0.1:9 HTTP/1.1");
            try (TokenEndpoint endpoint = TokenEndpoint.on(AddressRules.publicOnly(), address)) {
                TokenAnswer answer = client(endpoint).refresh(settings("http://127.0.0.1:9/token"), utf8("refresh-me"));
                assertThat(((TokenAnswer.Unreachable) answer).why()).contains("loopback");
            }
            assertThat(asked).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void serve(ServerSocket proxy, ConcurrentLinkedQueue<String> asked) {
        while (!proxy.isClosed()) {
            try (Socket client = proxy.accept()) {
                byte[] head = new byte[1024];
                int read = client.getInputStream().read(head);
                asked.add(new String(head, 0, Math.max(0, read), StandardCharsets.US_ASCII)
                        .lines()
                        .findFirst()
                        .orElse(""));
                client.getOutputStream().write(utf8("HTTP/1.1 403 Forbidden\r\n\r\n"));
            } catch (IOException closed) {
                // the test is over, or the client is gone
            }
        }
    }

    /** Allows a long time, for tests where only the fault's own wait matters: a busy machine must not add a timeout. */
    private static TokenAnswer refreshPatiently(ScriptedUpstream upstream) {
        return refresh(upstream, Timeouts.standard(), TokenEndpoint.MOST);
    }

    private static TokenAnswer refresh(ScriptedUpstream upstream) {
        return refresh(upstream, new Timeouts(PHASE, PHASE, PHASE, PHASE), MOST);
    }

    private static TokenAnswer refresh(ScriptedUpstream upstream, Timeouts timeouts, Duration most) {
        ScriptedDialer dialer =
                new ScriptedDialer((scheme, target) -> dial(upstream, scheme, target), upstream.trustManager());
        try (TokenEndpoint endpoint = new TokenEndpoint(dialer, timeouts, most)) {
            return client(endpoint).refresh(settings("https://auth.example.com/token"), utf8("refresh-me"));
        }
    }

    private static OAuthClient client(TokenEndpoint endpoint) {
        return new OAuthClient(endpoint, Clock.showing(() -> NOW));
    }

    private static OAuthSettings settings(String tokenUrl) {
        return new OAuthSettings(
                ConsentUrls.browser(URI.create("https://auth.example.com/authorize")),
                URI.create(tokenUrl),
                "client",
                List.of("all"),
                Optional.of("client-secret"));
    }

    private static String answering(int status, String body) {
        return "[[exchange]]\nrespond = { status = " + status
                + ", headers = { Content-Type = \"application/json\" }, body = '" + body + "' }\n";
    }

    private static ScriptedUpstream start(String script) throws IOException {
        ScriptReading reading = UpstreamScript.parse("upstream.toml", script);
        assertThat(reading).isInstanceOf(ScriptReading.Valid.class);
        return ScriptedUpstream.start(((ScriptReading.Valid) reading).script(), List.of(HOST));
    }

    private static Optional<InetSocketAddress> dial(ScriptedUpstream upstream, UrlScheme scheme, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().text(), target.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
