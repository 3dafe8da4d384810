package dev.airlock.runtime.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.credentials.ConsentUrls;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consent with a code, at a provider on real sockets, with a time that advances only during waits. */
class DeviceAuthorizationTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final String PENDING = "400 {\"error\":\"authorization_pending\"}";
    private static final String TOKENS =
            "200 {\"access_token\":\"canary-access\",\"token_type\":\"bearer\",\"expires_in\":60}";

    private final List<Long> pauses = new ArrayList<>();
    private final StandingClock clock = new StandingClock();
    private DeviceProvider provider;
    private TokenEndpoint endpoint;

    /** A clock that the test moves. */
    private static final class StandingClock implements Clock {
        private Duration since = Duration.ZERO;

        @Override
        public long realtimeNanos() {
            return Clock.nanos(NOW.plus(since));
        }

        @Override
        public long monotonicNanos() {
            return since.toNanos();
        }
    }

    @BeforeEach
    void start() throws IOException {
        provider = new DeviceProvider();
        endpoint =
                TokenEndpoint.on(new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow())));
    }

    @AfterEach
    void stop() {
        endpoint.close();
        provider.close();
    }

    private OAuthSettings settings(Optional<String> clientSecret) {
        return new OAuthSettings(
                ConsentUrls.device(URI.create(provider.url() + "/device")),
                URI.create(provider.url() + "/token"),
                "client",
                List.of("read", "write"),
                clientSecret);
    }

    private DeviceStart begun() {
        return DeviceAuthorization.begin(settings(Optional.empty()), new OAuthClient(endpoint, clock));
    }

    private TokenAnswer awaited() throws InterruptedException {
        return ((DeviceStart.Begun) begun()).authorization().await(length -> {
            pauses.add(length.toSeconds());
            clock.since = clock.since.plus(length);
        });
    }

    private DeviceAuthorization.Prompt prompt() {
        return ((DeviceStart.Begun) begun()).authorization().prompt();
    }

    @Test
    void aPersonIsShownACodeAndTheTokensComeOnceSheHasConsented() throws Exception {
        provider.answers(PENDING, PENDING, TOKENS);

        assertThat(prompt())
                .isEqualTo(new DeviceAuthorization.Prompt(
                        provider.url() + "/enter", "WDJB-MJHT", Optional.empty(), Duration.ofMinutes(15)));
        TokenAnswer answer = awaited();

        assertThat(answer).isInstanceOfSatisfying(TokenAnswer.Tokens.class, tokens -> {
            assertThat(new String(tokens.access(), StandardCharsets.UTF_8)).isEqualTo("canary-access");
            assertThat(tokens.expiresAt()).contains(NOW.plusSeconds(81));
        });
        assertThat(pauses).containsExactly(7L, 7L, 7L);
        assertThat(provider.asked()).first().asString().startsWith("/device ").contains("scope=read+write");
        assertThat(provider.asked())
                .last()
                .asString()
                .startsWith("/token ")
                .contains(
                        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
                        "device_code=" + DeviceProvider.DEVICE_CODE, "client_id=client");
    }

    @Test
    void whoIsAskedTooOftenIsAskedFiveSecondsLaterEachTime() throws Exception {
        provider.answers(PENDING, "400 {\"error\":\"slow_down\"}", PENDING, "429 {\"error\":\"slow_down\"}", TOKENS);

        assertThat(awaited()).isInstanceOf(TokenAnswer.Tokens.class);
        assertThat(pauses).containsExactly(7L, 7L, 12L, 12L, 17L);
    }

    @Test
    void whoIsNotReachedOrFailsIsAskedHalfAsOftenEachTime() throws Exception {
        provider.answers("503 {}", "429 {}", "200 <html>", "400 {\"error\":\"temporarily_unavailable\"}", TOKENS);

        assertThat(awaited()).isInstanceOf(TokenAnswer.Tokens.class);
        assertThat(pauses).containsExactly(7L, 14L, 28L, 56L, 56L);
    }

    @Test
    void whoHangsUpIsAskedUntilTheCodeEndsAndNoLonger() throws Exception {
        assertThat(awaited()).isEqualTo(new TokenAnswer.Unreachable("there was no consent within 900 s"));
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isEqualTo(900);
        assertThat(provider.asked()).hasSizeBetween(15, 25);
    }

    @Test
    void nobodyIsWaitedForLongerThanTheCodeIsValid() throws Exception {
        provider.code("200 {\"device_code\":\"canary-device-code\",\"user_code\":\"A\",\"verification_uri\":\""
                + provider.url() + "/enter\",\"expires_in\":\"20\"}");
        provider.answers(PENDING, PENDING, PENDING, PENDING, PENDING);

        assertThat(awaited()).isEqualTo(new TokenAnswer.Unreachable("there was no consent within 20 s"));
        assertThat(pauses).as("the standard interval").containsExactly(5L, 5L, 5L, 5L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "400 {\"error\":\"access_denied\"} | access_denied | the provider says: “access_denied”",
                "200 {\"error\":\"expired_token\",\"error_description\":\"Too\u202e late.\"} | expired_token"
                        + " | the provider says: “expired_token: Too late.”",
                "401 {\"error\":\"invalid_client\"} | invalid_client | the provider says: “invalid_client”",
                "200 {\"error\":\"device_flow_disabled\"} | device_flow_disabled | the provider says: “device_flow_disabled”",
                "400 {\"error\":\"NO \\u001b[31m\"} | status 400 | the provider says: “NO [31m”",
            })
    void anythingElseEndsTheWaitInTheProvidersOwnWords(String answer, String code, String said) throws Exception {
        provider.answers(PENDING, answer);

        assertThat(awaited()).isEqualTo(new TokenAnswer.Denied(code, said));
        assertThat(pauses).hasSize(2);
    }

    @Test
    void aTokenOfAnotherTypeIsRefusedAsAfterAnyConsent() throws Exception {
        provider.answers("200 {\"access_token\":\"canary-access\",\"token_type\":\"mac\"}");

        assertThat(awaited())
                .isInstanceOfSatisfying(
                        TokenAnswer.Unusable.class,
                        unusable -> assertThat(unusable.why()).contains("\"mac\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "400 {\"error\":\"invalid_scope\",\"error_description\":\"No such scope\"}"
                        + " | the provider says: “invalid_scope: No such scope”",
                "404 not found | the provider answered 404 to the request for a code",
                "503 {} | the provider answered 503 to the request for a code",
                "200 hello | the provider's answer is not a device authorization response",
                "200 {\"user_code\":\"A\",\"verification_uri\":\"https://a.example/\"} | the provider gave no device_code",
                "200 {\"device_code\":\"d\",\"user_code\":\"\u200b\",\"verification_uri\":\"https://a.example/\"}"
                        + " | the provider gave no user_code",
                "200 {\"device_code\":\"d\",\"user_code\":\"A\"} | the provider gave no verification_uri that is an https URL",
                "200 {\"device_code\":\"d\",\"user_code\":\"A\",\"verification_uri\":\"http://a.example/\"}"
                        + " | the provider gave no verification_uri that is an https URL",
                "200 {\"device_code\":\"d\",\"user_code\":\"A\",\"verification_uri\":\"javascript:alert(1)\"}"
                        + " | the provider gave no verification_uri that is an https URL",
                "200 {\"device_code\":\"d\",\"user_code\":\"A\",\"verification_uri\":\"https://a.example@evil.example/\"}"
                        + " | the provider gave no verification_uri that is an https URL",
            })
    void whoGivesNoCodeThatAPersonCanEnterIsNamed(String answer, String why) {
        provider.code(answer);

        assertThat(begun())
                .isInstanceOfSatisfying(
                        DeviceStart.Refused.class,
                        refused -> assertThat(
                                        refused.why() instanceof TokenAnswer.Denied denied
                                                ? denied.said()
                                                : ((TokenAnswer.Unreachable) refused.why()).why())
                                .isEqualTo(why));
    }

    @Test
    void whatIsShownIsCleanedAndAPageThatKnowsTheCodeIsShownIfItIsOne() {
        provider.code("200 {\"device_code\":\"d\",\"user_code\":\"AB\u202e\\u001b[31mCD\",\"verification_url\":"
                + "\"https://a.example/enter\",\"verification_uri_complete\":\"https://a.example/enter?code=AB\","
                + "\"expires_in\":1e9,\"interval\":0}");
        DeviceAuthorization.Prompt shown = prompt();

        assertThat(shown.code()).isEqualTo("AB[31mCD");
        assertThat(shown.page()).isEqualTo("https://a.example/enter");
        assertThat(shown.pageWithCode()).contains("https://a.example/enter?code=AB");
        assertThat(shown.validFor()).isEqualTo(Duration.ofHours(1));

        provider.code("200 device_code=d&user_code=AB&verification_uri=https%3A%2F%2Fa.example%2F&"
                + "verification_uri_complete=javascript%3Aalert(1)");
        assertThat(prompt())
                .isEqualTo(new DeviceAuthorization.Prompt(
                        "https://a.example/", "AB", Optional.empty(), Duration.ofMinutes(10)));
    }

    @Test
    void aTokenEndpointThatMayNotBeReachedEndsTheWaitAtOnce() throws Exception {
        OAuthSettings elsewhere = new OAuthSettings(
                settings(Optional.empty()).consent(),
                URI.create("http://127.0.0.2:1/token"),
                "client",
                List.of("read"),
                Optional.empty());
        DeviceStart start = DeviceAuthorization.begin(elsewhere, new OAuthClient(endpoint, clock));

        TokenAnswer answer =
                ((DeviceStart.Begun) start).authorization().await(length -> pauses.add(length.toSeconds()));

        assertThat(answer)
                .isInstanceOfSatisfying(
                        TokenAnswer.Unreachable.class,
                        unreachable -> assertThat(unreachable.why()).contains("--allow-private 127.0.0.2"));
        assertThat(pauses).hasSize(1);
    }

    @Test
    void whoeverInterruptsTheWaitEndsIt() {
        DeviceAuthorization authorization = ((DeviceStart.Begun) begun()).authorization();

        Thread.currentThread().interrupt();

        assertThatThrownBy(authorization::await).isInstanceOf(InterruptedException.class);
    }

    @Test
    void theSecretCodeIsNotPartOfAnyText() {
        assertThat(DeviceReply.read(
                        "{\"device_code\":\"canary\",\"user_code\":\"A\",\"verification_uri\":\"https://a.example/\"}",
                        200))
                .asString()
                .doesNotContain("canary");
    }
}
