package dev.airlock.runtime.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.ConsentUrls;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.oauth.Authorization;
import dev.airlock.runtime.oauth.AuthorizationServer;
import dev.airlock.runtime.oauth.DeviceAuthorization;
import dev.airlock.runtime.oauth.DeviceStart;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.oauth.TokenAnswer;
import dev.airlock.runtime.oauth.TokenEndpoint;
import dev.airlock.runtime.vault.CheapVault;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultContent;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OAuth against a real authorization server, which rotates refresh tokens and revokes the whole chain if an old one is used. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(
        "the authorization server of OAuthBindingsTest") // the tests count the server's requests, so they run one at a
// time
class OAuthBindingsTest {
    private static final BindingName NAME = new BindingName(CredentialKind.OAUTH2, "chat", "work");
    private static final Path FOLDER = Path.of("/connectors/chat");

    private static AuthorizationServer server;
    private static String manifestText = "";
    private static ConnectorManifest manifest;
    private static ConnectorIdentity identity;

    @TempDir
    Path folder;

    private Instant now = Instant.now();
    private Vault vault;
    private Bindings bindings;
    private CredentialSource source;

    @BeforeAll
    static void start() {
        server = AuthorizationServer.start();
        manifestText = """
            [connector]
            name = "local://tests/chat"
            version = "1.0.0"
            [capabilities.network]
            hosts = ["chat.example.com:443"]
            [capabilities.credential]
            kind = "oauth2"
            [capabilities.credential.oauth2]
            authorize_url = "%s"
            token_url = "%s"
            client_id = "%s"
            client_secret = "%s"
            scopes = ["chat.write"]
            """.formatted(
                        server.authorizeUrl(),
                        server.tokenUrl(),
                        AuthorizationServer.CLIENT_ID,
                        AuthorizationServer.CLIENT_SECRET);
        manifest = ManifestReader.read("manifest.toml", manifestText).orThrow();
        identity = new ConnectorIdentity.Unsigned(manifest.connector().name(), FOLDER);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void consent() throws Exception {
        server.beforeTokens(() -> {});
        server.breakWith(Optional.empty());
        vault = CheapVault.create(folder.resolve("vault.json"), "a passphrase");
        bindings = bindings();
        try (Authorization authorization = Authorization.begin(settings())) {
            Future<Integer> page = CompletableFuture.supplyAsync(() -> server.browse(authorization.url()));
            TokenAnswer answer = authorization.await(bindings.oauth(), Duration.ofSeconds(30));
            assertThat(page.get()).isEqualTo(200);
            assertThat(answer).isInstanceOf(TokenAnswer.Tokens.class);
            try (TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) answer;
                    BindingSecrets secrets = BindingSecrets.of(tokens, AuthorizationServer.CLIENT_SECRET)) {
                bindings.bind(NAME, BindingTerms.of(identity, manifest), secrets);
            }
        }
        source = bindings.sourceFor(identity, manifest);
    }

    @AfterEach
    void close() {
        bindings.close();
        vault.close();
    }

    @Test
    void bindsTheTokensThatAPersonConsentedToWithACode() throws Exception {
        OAuthSettings byCode = new OAuthSettings(
                ConsentUrls.device(server.deviceUrl()),
                server.tokenUrl(),
                AuthorizationServer.CLIENT_ID,
                List.of("chat.write"),
                Optional.of(AuthorizationServer.CLIENT_SECRET));
        DeviceAuthorization authorization =
                ((DeviceStart.Begun) DeviceAuthorization.begin(byCode, bindings.oauth())).authorization();
        DeviceAuthorization.Prompt prompt = authorization.prompt();
        AtomicInteger pauses = new AtomicInteger();

        TokenAnswer answer = authorization.await(length -> {
            assertThat(length).isEqualTo(Duration.ofSeconds(5));
            if (pauses.incrementAndGet() == 2) {
                assertThat(server.enter(URI.create(prompt.page()), prompt.code()))
                        .isBetween(200, 399);
            }
        });

        assertThat(pauses).hasValue(2);
        assertThat(answer).isInstanceOf(TokenAnswer.Tokens.class);
        try (TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) answer) {
            assertThat(server.isActive(new String(tokens.access(), StandardCharsets.UTF_8)))
                    .isTrue();
            assertThat(tokens.refresh()).isPresent();
        }
    }

    @Test
    void bindsTheTokensThatAPersonConsentedTo() throws Exception {
        Binding binding = bindings.find(NAME).orElseThrow();
        assertThat(binding.renewable()).isTrue();
        assertThat(binding.expires()).isPresent();
        assertThat(server.isActive(secret(BindingSecrets.VALUE))).isTrue();
        assertThat(source.find(CredentialKind.OAUTH2, call())).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(source.secrets(CredentialKind.OAUTH2)).hasSize(3);
    }

    @Test
    void asksForNothingWhileATokenHolds() throws Exception {
        String before = secret(BindingSecrets.VALUE);
        int requests = server.tokenRequests();
        for (int i = 0; i < 3; i++) {
            source.find(CredentialKind.OAUTH2, call());
        }
        assertThat(server.tokenRequests()).isEqualTo(requests);
        assertThat(secret(BindingSecrets.VALUE)).isEqualTo(before);
    }

    @Test
    void renewsATokenBeforeItEndsAndKeepsTheNextRefreshToken() throws Exception {
        for (int round = 0; round < 3; round++) {
            String access = secret(BindingSecrets.VALUE);
            String refresh = secret(BindingSecrets.REFRESH_TOKEN);
            now = bindings.find(NAME).orElseThrow().expires().orElseThrow().minusSeconds(20);

            assertThat(source.find(CredentialKind.OAUTH2, call())).isInstanceOf(CredentialAnswer.Bound.class);

            assertThat(secret(BindingSecrets.VALUE)).isNotEqualTo(access);
            assertThat(secret(BindingSecrets.REFRESH_TOKEN)).isNotEqualTo(refresh);
            assertThat(server.isActive(secret(BindingSecrets.VALUE))).isTrue();
        }
    }

    @Test
    void renewsEachOfSeveralCredentialsByItself() throws Exception {
        String table = manifestText.substring(manifestText.indexOf("kind = \"oauth2\""));
        ConnectorManifest two = ManifestReader.read(
                        "manifest.toml",
                        manifestText
                                + "[capabilities.credentials.mail]\n"
                                + table.replace(
                                        "[capabilities.credential.oauth2]", "[capabilities.credentials.mail.oauth2]"))
                .orThrow();
        NamedCredential mail = two.capabilities().credentials().find("mail").orElseThrow();
        BindingName name = new BindingName(CredentialKind.OAUTH2, "chat-mail", "default");
        try (BindingSecrets secrets = BindingSecrets.of(
                new TokenAnswer.Tokens(
                        "canary-mail-token".getBytes(StandardCharsets.UTF_8),
                        Optional.of("canary-mail-refresh".getBytes(StandardCharsets.UTF_8)),
                        Optional.of(now.plusSeconds(100_000))),
                AuthorizationServer.CLIENT_SECRET)) {
            bindings.bind(name, BindingTerms.of(identity, two, mail), secrets);
        }
        CredentialSource both = bindings.sourceFor(identity, two);
        String access = secret(BindingSecrets.VALUE);
        now = bindings.find(NAME).orElseThrow().expires().orElseThrow().minusSeconds(20);

        int before = server.tokenRequests();
        assertThat(both.find(mail, call())).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(server.tokenRequests()).as("that of mail holds").isEqualTo(before);
        assertThat(both.find(CredentialKind.OAUTH2, call())).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(secret(BindingSecrets.VALUE)).isNotEqualTo(access);
    }

    @Test
    void renewsOnceForManyThreadsAndBothOfTwoOpenVaults() throws Exception {
        endToken();
        int before = server.tokenRequests();
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch all = new CountDownLatch(threads);
        server.beforeTokens(() -> await(all));
        try (Vault second = Vault.open(folder.resolve("vault.json"), "a passphrase".toCharArray());
                Bindings others = bindings(second)) {
            List<Future<CredentialAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                CredentialSource mine = i % 2 == 0 ? source : others.sourceFor(identity, manifest);
                answers.add(pool.submit(() -> {
                    all.countDown();
                    return mine.find(CredentialKind.OAUTH2, call());
                }));
            }
            for (Future<CredentialAnswer> answer : answers) {
                assertThat(answer.get()).isInstanceOf(CredentialAnswer.Bound.class);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(server.isActive(secret(BindingSecrets.VALUE))).isTrue();
    }

    @Test
    void ofSeveralProcessesOneRenewsAndAllUseIt() throws Exception {
        endToken();
        int before = server.tokenRequests();
        Files.writeString(folder.resolve("manifest.toml"), manifestText);
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RenewingProcess.class.getName(),
                            folder.toString(),
                            now.toString(),
                            FOLDER.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualToIgnoringNewLines("Bound");
        }
        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(server.isActive(secret(BindingSecrets.VALUE))).isTrue();
    }

    @Test
    void aCallThatEndsDoesNotBreakOffARenewal() throws Exception {
        endToken();
        String refresh = secret(BindingSecrets.REFRESH_TOKEN);
        CountDownLatch cancelled = new CountDownLatch(1);
        server.beforeTokens(() -> await(cancelled));
        CallScope call = call();
        CompletableFuture<Throwable> ended = CompletableFuture.supplyAsync(
                        () -> source.find(CredentialKind.OAUTH2, call))
                .handle((answer, thrown) -> thrown.getCause());
        while (call.elapsedNanos() < TimeUnit.MILLISECONDS.toNanos(100)) {
            Thread.onSpinWait();
        }
        call.cancel();
        assertThat(ended.get()).isInstanceOf(CallEnded.class);

        cancelled.countDown();
        assertThat(source.find(CredentialKind.OAUTH2, call())).isInstanceOf(CredentialAnswer.Bound.class);
        assertThat(secret(BindingSecrets.REFRESH_TOKEN)).isNotEqualTo(refresh);
    }

    @Test
    void saysThatARevokedTokenIsToBeBoundAnewAndDoesNotAskAgain() throws Exception {
        server.revoke(secret(BindingSecrets.REFRESH_TOKEN));
        endToken();
        int before = server.tokenRequests();
        for (int i = 0; i < 2; i++) {
            assertThat(source.find(CredentialKind.OAUTH2, call()))
                    .isInstanceOfSatisfying(CredentialAnswer.Refused.class, refused -> {
                        assertThat(refused.binding()).isEqualTo("oauth2/chat/work");
                        assertThat(refused.why()).contains("invalid_grant");
                        assertThat(refused.next()).contains("airlock binding rebind oauth2/chat/work");
                        assertThat(refused.retriable()).isFalse();
                    });
        }
        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(bindings.refresh().canRefresh("oauth2/chat/work")).isFalse();
    }

    @Test
    void aProviderThatIsDownIsNoReasonToBindAnew() throws Exception {
        server.breakWith(Optional.of(503));
        Instant end = bindings.find(NAME).orElseThrow().expires().orElseThrow();
        now = end.minusSeconds(10);
        assertThat(source.find(CredentialKind.OAUTH2, call()))
                .as("the token still holds")
                .isInstanceOf(CredentialAnswer.Bound.class);
        now = end.plusSeconds(1);
        assertThat(source.find(CredentialKind.OAUTH2, call()))
                .isInstanceOfSatisfying(CredentialAnswer.Refused.class, refused -> {
                    assertThat(refused.why()).contains("503");
                    assertThat(refused.retriable()).isTrue();
                });
        server.breakWith(Optional.empty());
        assertThat(source.find(CredentialKind.OAUTH2, call())).isInstanceOf(CredentialAnswer.Bound.class);
    }

    @Test
    void aServiceThatDoesNotAcceptATokenGetsAFreshOneOnce() throws Exception {
        String access = secret(BindingSecrets.VALUE);
        server.revoke(access);
        Instant attempt = now;
        now = now.plusSeconds(1);
        int before = server.tokenRequests();
        CredentialRefresh refresh = bindings.refresh();
        assertThat(refresh.canRefresh("oauth2/chat/work")).isTrue();
        assertThat(refresh.canRefresh("oauth2/chat/other")).isFalse();

        for (int i = 0; i < 3; i++) {
            assertThat(refresh.refresh("oauth2/chat/work", attempt, Duration.ofSeconds(30), new Cancellation()))
                    .isEqualTo(new CredentialRefresh.Result.Fresh());
        }

        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(secret(BindingSecrets.VALUE)).isNotEqualTo(access);
        assertThat(server.isActive(secret(BindingSecrets.VALUE))).isTrue();
    }

    @Test
    void aProviderThatDoesNotAnswerIsToldFromOneThatSaysNo() throws Exception {
        Instant attempt = now;
        now = now.plusSeconds(1);
        server.breakWith(Optional.of(503));
        CredentialRefresh refresh = bindings.refresh();

        assertThat(refresh.refresh("oauth2/chat/work", attempt, Duration.ofSeconds(30), new Cancellation()))
                .isEqualTo(new CredentialRefresh.Result.Failed("the token endpoint answered 503"));
        assertThat(refresh.canRefresh("oauth2/chat/work")).isTrue();
        server.breakWith(Optional.empty());
        assertThat(refresh.refresh("oauth2/chat/work", attempt, Duration.ofSeconds(30), new Cancellation()))
                .isEqualTo(new CredentialRefresh.Result.Fresh());
    }

    @Test
    void aServiceThatDoesNotAcceptATokenIsNotSatisfiedByAnotherCallThatFindsItFreshEnough() throws Exception {
        String access = secret(BindingSecrets.VALUE);
        Instant attempt = now;
        now = now.plusSeconds(1);
        int before = server.tokenRequests();
        TokenRenewal renewal = (TokenRenewal) bindings.refresh();
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch joined = new CountDownLatch(1);
        CompletableFuture<CredentialRefresh.Result> early = CompletableFuture.supplyAsync(() -> renewal.renew(
                NAME,
                found -> {
                    looking.countDown();
                    await(joined);
                    return false;
                },
                call()));
        await(looking);
        CompletableFuture<Boolean> late =
                CompletableFuture.supplyAsync(() -> refreshed(renewal, attempt, new Cancellation()));
        Thread.sleep(200);
        joined.countDown();

        assertThat(early.get()).isInstanceOf(CredentialRefresh.Result.Fresh.class);
        assertThat(late.get()).isTrue();
        assertThat(server.tokenRequests()).isEqualTo(before + 1);
        assertThat(secret(BindingSecrets.VALUE)).isNotEqualTo(access);
    }

    @Test
    void whoWaitsForARenewalCanBeCancelledAndTheRenewalGoesOn() throws Exception {
        String access = secret(BindingSecrets.VALUE);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        server.beforeTokens(() -> {
            asked.countDown();
            await(cancelled);
        });
        Instant attempt = now;
        now = now.plusSeconds(1);
        Cancellation cancellation = new Cancellation();
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> refreshed(bindings.refresh(), attempt, cancellation));
        await(asked);
        cancellation.cancel();
        assertThat(waiting.get(5, TimeUnit.SECONDS)).isFalse();

        cancelled.countDown();
        assertThat(refreshed(bindings.refresh(), attempt, new Cancellation())).isTrue();
        assertThat(secret(BindingSecrets.VALUE)).isNotEqualTo(access);
    }

    @Test
    void aRenewalDoesNotUndoARebindThatHappensMeanwhile() throws Exception {
        for (boolean denied : List.of(false, true)) {
            if (denied) {
                server.revoke(secret(BindingSecrets.REFRESH_TOKEN));
            }
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch rebound = new CountDownLatch(1);
            server.beforeTokens(() -> {
                asked.countDown();
                await(rebound);
            });
            Instant attempt = now;
            now = now.plusSeconds(1);
            CompletableFuture<Boolean> renewal =
                    CompletableFuture.supplyAsync(() -> refreshed(bindings.refresh(), attempt, new Cancellation()));
            await(asked);
            now = now.plusSeconds(1);
            byte[] other = "another-account-of-the-user".getBytes(StandardCharsets.UTF_8);
            try (TokenAnswer.Tokens tokens =
                            new TokenAnswer.Tokens(other.clone(), Optional.of(other.clone()), Optional.empty());
                    BindingSecrets secrets = BindingSecrets.of(tokens)) {
                bindings.rebind(NAME, secrets, () -> {});
            }
            rebound.countDown();

            assertThat(renewal.get()).isTrue();
            assertThat(secret(BindingSecrets.VALUE)).isEqualTo("another-account-of-the-user");
            assertThat(bindings.find(NAME).orElseThrow().refused()).isEmpty();
            bindings.revoke(NAME);
            close();
            Files.delete(folder.resolve("vault.json"));
            consent();
        }
    }

    /** Replaces the real server, which does not issue such tokens. */
    @ParameterizedTest
    @ValueSource(strings = {"short", "with-\u00fcmlaut", "with-\\r\\nCookie: injected", "longer than any header"})
    void aTokenThatCannotBeUsedIsNotTakenAndTheBindingStaysMendable(String text) throws Exception {
        String token = text.startsWith("longer") ? "x".repeat(900_000) : text;
        answered(
                "{\"access_token\":\"%s\",\"refresh_token\":\"the-next-one\",\"token_type\":\"Bearer\",\"expires_in\":60}"
                        .formatted(token),
                "a token that cannot be used");
    }

    /** A provider that rotates refresh tokens has revoked the old one, even if its answer is otherwise invalid. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"refresh_token\":\"the-next-one\",\"expires_in\":null} | gave no access_token",
                "{\"access_token\":\"access-1\",\"token_type\":\"mac\",\"refresh_token\":\"the-next-one\"} | token_type is \"mac\"",
            })
    void aRotatedRefreshTokenIsKeptWhateverElseIsWrong(String answer, String why) throws Exception {
        answered(answer, why);
    }

    /** Gives a renewal that answer twice, and checks that the second request uses the refresh token of the first answer. */
    private void answered(String answer, String why) throws Exception {
        String before = secret(BindingSecrets.VALUE);
        endToken();
        String host = server.tokenUrl().getAuthority();
        ScriptReading script = UpstreamScript.parse("upstream.toml", """
                [[exchange]]
                respond = { status = 200, headers = { Content-Type = "application/json; charset=UTF-8" }, body = '''%s''' }
                """.formatted(answer));
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.start(((ScriptReading.Valid) script).script(), List.of("http://" + host));
                Bindings hostile = Bindings.by(
                        vault,
                        TokenEndpoint.by(new ScriptedDialer(
                                (scheme, target) -> dial(upstream, target), upstream.trustManager())),
                        Clock.showing(() -> now))) {
            for (int call = 0; call < 2; call++) {
                assertThat(hostile.sourceFor(identity, manifest).find(CredentialKind.OAUTH2, call()))
                        .isInstanceOfSatisfying(
                                CredentialAnswer.Refused.class,
                                refused -> assertThat(refused.why()).contains(why));
            }
            assertThat(upstream.requests()).hasSize(2);
            assertThat(upstream.requests().get(1).body().text()).contains("refresh_token=the-next-one");
        }
        assertThat(secret(BindingSecrets.VALUE)).isEqualTo(before);
        assertThat(source.secrets(CredentialKind.OAUTH2)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "400 | {\"error\":\"invalid_grant\",\"error_description\":\"no such token: %s, of %s\"}",
                "400 | {\"error\":\"no such token: %s of %s\"}",
                "400 | error=invalid_grant&error_description=no+such+token:+%s+of+%s",
                "200 | {\"error\":\"invalid_grant\",\"error_description\":\"<i>%s</i> %s\"}",
                "200 | {\"error\":\"server_error\",\"error_description\":\"%s %s\"}",
            })
    void whatAProviderSaysIsKeptAndShownWithoutTheSecretsThatItWasSent(int status, String answer) throws Exception {
        String refresh = secret(BindingSecrets.REFRESH_TOKEN);
        String client = AuthorizationServer.CLIENT_SECRET;
        endToken();
        String host = server.tokenUrl().getAuthority();
        ScriptReading script =
                UpstreamScript.parse("upstream.toml", """
                [[exchange]]
                respond = { status = %s, body = '''%s''' }
                """.formatted(status, answer.formatted(refresh, client)));
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.start(((ScriptReading.Valid) script).script(), List.of("http://" + host));
                Bindings renewing = Bindings.by(
                        vault,
                        TokenEndpoint.by(new ScriptedDialer(
                                (scheme, target) -> dial(upstream, target), upstream.trustManager())),
                        Clock.showing(() -> now))) {
            assertThat(renewing.sourceFor(identity, manifest).find(CredentialKind.OAUTH2, call()))
                    .isInstanceOfSatisfying(
                            CredentialAnswer.Refused.class,
                            refused -> assertThat(refused.why())
                                    .contains("[redacted]")
                                    .doesNotContain(refresh, client));
            assertThat(renewing.list().toString()).doesNotContain(refresh, client);
        }
    }

    private static Optional<InetSocketAddress> dial(ScriptedUpstream upstream, HostPort target) {
        try {
            return Optional.of(upstream.dial(target.host().text(), target.port(), false));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    @Test
    void tokenEndpointsObeyTheAddressRules() throws Exception {
        endToken();
        try (Bindings strict =
                Bindings.by(vault, TokenEndpoint.on(AddressRules.publicOnly()), Clock.showing(() -> now))) {
            int before = server.tokenRequests();
            assertThat(strict.sourceFor(identity, manifest).find(CredentialKind.OAUTH2, call()))
                    .isInstanceOfSatisfying(
                            CredentialAnswer.Refused.class,
                            refused -> assertThat(refused.why()).contains("loopback", "--allow-private 127.0.0.1"));
            assertThat(server.tokenRequests()).isEqualTo(before);
        }
    }

    @Test
    void onlyTheBrowserThatWasSentCanBringTheCode() throws Exception {
        try (Authorization authorization = Authorization.begin(settings())) {
            String url = authorization.url().toString();
            assertThat(url).contains("code_challenge_method=S256", "response_type=code");
            URI redirect = URI.create(java.net.URLDecoder.decode(
                    url.replaceFirst(".*redirect_uri=([^&]*).*", "$1"), StandardCharsets.UTF_8));
            assertThat(redirect.getHost()).isEqualTo("127.0.0.1");
            for (String forged : List.of("?code=abc", "?code=abc&state=guess", "?error=access_denied", "")) {
                assertThat(server.browse(URI.create(redirect + forged))).isEqualTo(400);
            }
            assertThat(authorization.await(bindings.oauth(), Duration.ofMillis(10)))
                    .isInstanceOf(TokenAnswer.Unreachable.class);
        }
    }

    private static boolean refreshed(CredentialRefresh refresh, Instant attempt, Cancellation cancellation) {
        try {
            return refresh.refresh(NAME.toString(), attempt, Duration.ofSeconds(30), cancellation)
                    instanceof CredentialRefresh.Result.Fresh;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void endToken() throws VaultUnusableException {
        now = bindings.find(NAME).orElseThrow().expires().orElseThrow().plusSeconds(1);
    }

    private OAuthSettings settings() {
        return new OAuthSettings(
                ConsentUrls.browser(server.authorizeUrl()),
                server.tokenUrl(),
                AuthorizationServer.CLIENT_ID,
                List.of("chat.write"),
                Optional.of(AuthorizationServer.CLIENT_SECRET));
    }

    private Bindings bindings() {
        return bindings(vault);
    }

    private Bindings bindings(Vault of) {
        AddressRules loopback = new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow()));
        return Bindings.by(of, TokenEndpoint.on(loopback), Clock.showing(() -> now));
    }

    private String secret(String key) throws VaultUnusableException {
        try (VaultContent content = vault.read()) {
            byte[] value =
                    content.entry(NAME.toString()).orElseThrow().secret(key).orElseThrow();
            return new String(value, StandardCharsets.UTF_8);
        }
    }

    private static CallScope call() {
        return new CallScope(Clock.SYSTEM, 30_000, 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException("nobody came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
