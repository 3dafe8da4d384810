package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadListener;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.TestServer;
import dev.airlock.registry.net.Uploads;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.net.dial.Dialer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishing to a registry with unusual answers, over real TLS. */
class OciPublisherTest {
    private static final String PLACE = "oci://registry.example.com/acme/slack:1.0.0";
    private static final String SECRET = "Bearer " + OwnRegistry.TOKEN;
    private static final String BLOBS = "/v2/acme/slack/blobs/";
    private static final String MANIFEST = "/v2/acme/slack/manifests/1.0.0";
    private static final byte[] ARCHIVE = bytes();
    private static final String DIGEST = OciDigest.of(OciManifest.of(ARCHIVE));
    private static final Publication PUBLISHED = new Publication.Published(PLACE, DIGEST, Optional.empty());

    private final OwnRegistry registry = OwnRegistry.withTokens();
    private final Cancellation cancellation = new Cancellation();
    private final Heard heard = new Heard();
    private int tagging;

    /** Records the events of a listener. */
    private static final class Heard implements DownloadListener {
        private final List<Duration> waited = new ArrayList<>();
        private long sent;
        private int anew;

        @Override
        public void waits(Duration length) {
            waited.add(length);
        }

        @Override
        public void sent(long bytes, long of) {
            assertThat(bytes).isLessThanOrEqualTo(of);
            sent = Math.max(sent, bytes);
        }

        @Override
        public void resumes(long at) {
            anew++;
        }
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private Publication published() throws SourceException {
        Dialer dialer = registry.server().dialer();
        OciPublisher.Tag tag = OciPublisher.Tag.at(
                PLACE, ConnectorReference.parse("github://acme/slack@1.0.0").orThrow());
        try (Downloads downloads = Downloads.besideUploads(dialer, heard, cancellation);
                Uploads uploads = new Uploads(dialer, heard, cancellation)) {
            return new OciPublisher(downloads, uploads, RegistryLogins.NONE, () -> tagging++).publish(tag, ARCHIVE);
        }
    }

    private void assertRefused(String why) {
        assertThatThrownBy(this::published)
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining(OwnRegistry.TOKEN);
        assertThat(registry.tagged("acme/slack", "1.0.0")).isEmpty();
    }

    private long requests(String beginning) {
        return registry.server().requests().stream()
                .filter(request -> request.replace(" registry.example.com", " ").startsWith(beginning))
                .count();
    }

    @Test
    void aTokenIsAskedForPullingAndPushingAndWhatIsThereIsNotSentAgain() throws Exception {
        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(registry.tokensAsked())
                .containsExactly("scope=repository:acme/slack:pull,push&service=the registry null");
        assertThat(heard.sent).isEqualTo(ARCHIVE.length);
        assertThat(requests("PUT " + BLOBS)).isEqualTo(2);

        registry.tag("acme/slack", "1.0.0", new byte[] {'{', '}'});
        assertThat(published()).isEqualTo(new Publication.Taken(PLACE, DIGEST, OciDigest.of(new byte[] {'{', '}'})));
        assertThat(requests("PUT " + BLOBS)).as("nothing was sent").isEqualTo(2);
        assertThat(tagging).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v2/%s/blobs/uploads/%s",
                "/v2/%s/blobs/uploads/%s?_state=a%%2Bb&x=y",
                "https://registry.example.com/v2/%s/blobs/uploads/%s?_state=abc",
                "https://registry.example.com:443/v2/%s/blobs/uploads/%s"
            })
    void anUploadGoesWhereTheRegistrySays(String location) throws Exception {
        registry.takeUploadsAt(location);

        assertThat(published()).isEqualTo(PUBLISHED);
        if (location.contains("%%2B")) {
            assertThat(registry.server().requests())
                    .anyMatch(request -> request.contains("?_state=a%2Bb&x=y&digest=sha256%3A"));
        }
    }

    @Test
    void anUploadThatGoesToAnotherHostDoesNotTakeTheTokenAlong() throws Exception {
        registry.takeUploadsAt("https://other.example.com/%s/blobs/%s?signed=1");

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(registry.authorizations())
                .contains("other.example.com null")
                .noneMatch(said -> said.startsWith("other") && said.contains(SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://registry.example.com/%s/%s",
                "ftp://registry.example.com/%s/%s",
                "https://user@registry.example.com/%s/%s"
            })
    void anUploadGoesToHttpsOnly(String location) {
        registry.takeUploadsAt(location);

        assertRefused("wants the upload at a place that Airlock does not send to, “");
    }

    @Test
    void anotherHostThatAsksWhoThatIsLearnsNothing() {
        registry.takeUploadsAt("https://other.example.com/%s/blobs/%s");
        registry.answer("PUT /acme/slack/blobs/", 3, exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"https://other.example.com/token\"");
            TestServer.answer(exchange, 401, new byte[0]);
        });

        assertRefused("given the archive, answered with status 401");
        assertThat(registry.tokensAsked()).hasSize(1);
    }

    @Test
    void aTokenThatEndsBeforeTheUploadDoesIsAskedForAnew() throws Exception {
        registry.answer("PUT " + BLOBS, 1, exchange -> {
            exchange.getRequestBody().readAllBytes();
            registry.expireTokens();
            exchange.getResponseHeaders()
                    .set("WWW-Authenticate", "Bearer realm=\"https://registry.example.com/token\"");
            TestServer.answer(exchange, 401, new byte[0]);
        });

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(registry.tokensAsked()).hasSize(2);
    }

    @Test
    void aTokenThatIsNotGoodForWritingSaysSo() {
        registry.answer("POST " + BLOBS, 9, exchange -> {
            exchange.getResponseHeaders()
                    .set(
                            "WWW-Authenticate",
                            "Bearer realm=\"https://registry.example.com/token\",error=\"insufficient_scope\"");
            TestServer.answer(exchange, 401, new byte[0]);
        });

        assertRefused("The registry takes " + PLACE + " only from users who are logged in. Log in with docker login");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAD /v2/acme/slack/blobs/ | 404",
                "HEAD /v2/acme/slack/blobs/ | 405",
            })
    void aRegistryThatDoesNotSayWhatItHasIsSentIt(String request, int status) throws Exception {
        registry.answer(request, 9, status);

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(requests("PUT " + BLOBS)).isEqualTo(2);
    }

    @Test
    void aRegistryThatKeepsItsBlobsElsewhereSaysThatItHasThem() throws Exception {
        registry.answer("HEAD " + BLOBS, 9, exchange -> {
            exchange.getResponseHeaders().set("Location", "https://other.example.com/blob");
            TestServer.answer(exchange, 307, new byte[0]);
        });

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(requests("PUT " + BLOBS)).isZero();
        assertThat(registry.authorizations()).noneMatch(said -> said.startsWith("other"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAD /v2/acme/slack/blobs/ | 500 | asked whether it has the archive, answered with status 500. Run",
                "POST /v2/acme/slack/blobs/ | 403 | only from users who are logged in. It says “ODD: ODD”. Log in",
                "POST /v2/acme/slack/blobs/ | 404 | status 404. It says “ODD: ODD”. Check the name of the repository",
                "POST /v2/acme/slack/blobs/ | 429 | status 429. It says “ODD: ODD”. Run the command again in a while.",
                "POST /v2/acme/slack/blobs/ | 307 | asked to begin an upload, answered with status 307.",
                "PUT /v2/acme/slack/blobs/  | 413 | does not take 2 bytes at once (status 413). It says “ODD: ODD”. Ask",
                "PUT /v2/acme/slack/blobs/  | 400 | given the archive, answered with status 400. It says “ODD: ODD”.",
                "PUT /v2/acme/slack/blobs/  | 202 | given the archive, answered with status 202.",
                "PUT /v2/acme/slack/blobs/  | 500 | given the archive, answered with status 500.",
                "PUT /v2/acme/slack/manifests/ | 400 | given the manifest, answered with status 400. It says “ODD: ODD”.",
                "PUT /v2/acme/slack/manifests/ | 403 | only from users who are logged in.",
                "PUT /v2/acme/slack/manifests/ | 500 | It is not known whether the registry accepted the last request.",
                "PUT /v2/acme/slack/manifests/ | 200 | It is not known whether the registry accepted the last request.",
                "GET /v2/acme/slack/manifests/ | 500 | answered with status 500",
            })
    void aRegistryThatSaysNoIsQuotedAndTheTagIsAsItWas(String request, int status, String why) {
        registry.answer(request, 99, status);

        assertRefused(why);
    }

    @Test
    void aRegistryThatAsksToWaitIsLeftAloneForSoLong() throws Exception {
        registry.answer("POST " + BLOBS, 1, exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "1");
            TestServer.answer(exchange, 429, new byte[0]);
        });

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(heard.waited).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void aRegistryThatAsksToWaitLongerThanThereIsTimeIsNotWaitedFor() {
        registry.answer("POST " + BLOBS, 1, exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "3600");
            TestServer.answer(exchange, 429, new byte[0]);
        });

        assertRefused("answered with status 429. Run the command again in 3600 s.");
        assertThat(heard.waited).isEmpty();
    }

    @Test
    void anUploadThatBreaksOffIsBegunAnewAndIsNothingBefore() throws Exception {
        registry.answer("PUT " + BLOBS, 1, exchange -> exchange.getRequestBody().read());

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(heard.anew).isEqualTo(1);
    }

    @Test
    void anUploadThatBreaksOffAgainAndAgainEnds() {
        registry.answer(
                "PUT " + BLOBS, 99, exchange -> exchange.getRequestBody().read());

        assertRefused("The upload broke off: ");
        assertThat(requests("PUT " + BLOBS)).isEqualTo(3);
    }

    @Test
    void anUploadThatTheRegistryForgotIsBegunAnew() throws Exception {
        registry.answer("PUT " + BLOBS, 1, 404);

        assertThat(published()).isEqualTo(PUBLISHED);
        assertThat(requests("POST " + BLOBS)).isEqualTo(3);
    }

    @Test
    void aRegistryThatIsNotThereIsSpokenOfInTheWordsOfAnUpload() {
        registry.close();

        assertRefused("The upload failed: ");
        assertRefused("Airlock uses no proxy: if one is needed, publish from a machine that needs no proxy.");
    }

    @Test
    void anUploadWithoutAPlaceSaysSo() {
        registry.takeUploadsAt("");

        assertRefused("begins an upload without a location for it");
    }

    @Test
    void afterALostAnswerTheTagIsLookedAt() throws Exception {
        registry.loseAnswersTo("PUT " + MANIFEST);

        assertThat(published()).isEqualTo(new Publication.Found(PLACE, DIGEST));
        assertThat(requests("PUT " + MANIFEST)).isEqualTo(1);
    }

    @Test
    void afterALostAnswerNothingIsSaidToBePublishedThatIsNotThere() {
        registry.answer(
                "PUT " + MANIFEST, 1, exchange -> exchange.getRequestBody().readAllBytes());

        assertRefused("It is not known whether the registry accepted the last request.");
    }

    @Test
    void afterALostAnswerATagThatCannotBeLookedAtIsNotKnown() {
        registry.answer("PUT " + MANIFEST, 1, exchange -> {
            exchange.getRequestBody().readAllBytes();
            registry.answer("GET " + MANIFEST, 99, 500);
        });

        assertRefused("It is not known whether " + PLACE + " was published, and the registry cannot be asked.");
    }

    @Test
    void whatSomebodyElsePublishedMeanwhileIsNotOverwritten() throws Exception {
        byte[] other = OciManifest.of(new byte[] {1});
        registry.answer("HEAD " + BLOBS, 1, exchange -> {
            registry.tag("acme/slack", "1.0.0", other);
            TestServer.answer(exchange, 404, new byte[0]);
        });

        assertThat(published()).isEqualTo(new Publication.Taken(PLACE, DIGEST, OciDigest.of(other)));
        assertThat(tagging).isZero();
    }

    @Test
    void aRegistryThatKeepsSomethingElseThanItWasGivenIsNotBelieved() {
        byte[] other = OciManifest.of(new byte[] {1});
        registry.answer("PUT " + MANIFEST, 1, exchange -> {
            exchange.getRequestBody().readAllBytes();
            registry.tag("acme/slack", "1.0.0", other);
            exchange.getResponseHeaders().set("Docker-Content-Digest", OciDigest.of(other));
            TestServer.answer(exchange, 201, new byte[0]);
        });

        assertThatThrownBy(this::published)
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(PLACE + " names " + OciDigest.of(other) + ", another archive.");
    }

    @Test
    void whatIsCancelledDuringAnUploadLeavesNoTag() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        registry.answer("PUT " + BLOBS, 1, exchange -> {
            cancellation.cancel();
            await(ended);
        });

        assertRefused("The upload was stopped: it was cancelled.");
        ended.countDown();
        assertThat(tagging).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oci://registry.example.com/acme/slack@sha256:0000000000000000000000000000000000000000000000000000000000000000",
                "https://registry.example.com/acme/slack",
                "oci://registry.example.com",
                "registry.example.com/acme/slack:1"
            })
    void aPlaceThatIsNoTagIsRefusedBeforeAnythingIsAsked(String place) {
        assertThatThrownBy(() -> OciPublisher.Tag.at(
                        place,
                        ConnectorReference.parse("github://acme/slack@1.0.0").orThrow()))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("oci://host[:port]/name[:tag]");
    }
}
